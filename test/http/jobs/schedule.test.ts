import { afterEach, describe, expect, test } from 'vitest';
import { defineFeature } from 'cms-api-components';
import { dueAfter } from '../../../runtime/kernel/jobs/job-times.js';
import { createSchedule, type Schedule } from '../../../runtime/kernel/jobs/schedule.js';
import { createScheduleStore } from '../../../runtime/kernel/jobs/schedule-store.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';

const TIMES = { cron: '0 3 * * *', timeZone: 'Europe/London' };
const DAY = 24 * 60 * MINUTE;

describe('a daily job at three in London', () => {
  test.each([
    ['in winter', '2026-01-10T12:00:00Z', '2026-01-11T03:00:00.000Z'],
    ['in summer', '2026-07-10T12:00:00Z', '2026-07-11T02:00:00.000Z'],
    ['when the clock goes forward', '2026-03-28T12:00:00Z', '2026-03-29T02:00:00.000Z'],
    ['when the clock goes back', '2026-10-24T12:00:00Z', '2026-10-25T03:00:00.000Z'],
  ])('is due %s', (_when, after, due) => {
    expect(dueAfter(TIMES, new Date(after))?.toISOString()).toBe(due);
  });

  test.each([
    ['at a time that the clock skips', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['the day after that', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00.000Z'],
    ['at a time that occurs twice', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['once on that day', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ])('or at another time is due once a day: %s', (_when, after, due) => {
    expect(dueAfter({ ...TIMES, cron: '30 1 * * *' }, new Date(after))?.toISOString()).toBe(due);
  });
});

describe('the schedule of a job', () => {
  const opened: TestApp[] = [];
  afterEach(async () => {
    for (const app of opened.splice(0).reverse()) await app.close();
  });

  interface Process {
    readonly app: TestApp;
    readonly clock: TestClock;
    readonly schedule: Schedule;
  }

  const runs: string[] = [];

  /**
   * Starts a serving process with its own clock that counts the runs, on the database of another one if that
   * is given.
   */
  async function start(name: string, beside?: Process): Promise<Process> {
    if (beside === undefined) runs.length = 0;
    const clock = createTestClock();
    const job = {
      name: 'count-pages',
      schedule: TIMES,
      run: () => Promise.resolve({ pages: runs.push(name) }),
    };
    const app = await startTestApp({
      clock,
      features: [defineFeature({ name: 'counting', jobs: () => [job] })],
      ...(beside === undefined ? {} : { databaseUrl: beside.app.config.database.url }),
    });
    opened.push(app);
    const { database, jobs, outbox } = app.app;
    const schedule = createSchedule({
      ...{ jobs: [job], request: jobs.request, wake: outbox.wake, database, clock, log: SILENT_LOGGER },
      store: createScheduleStore(database),
    });
    return { app, clock, schedule };
  }

  const stored = async ({ app }: Process) =>
    (await createScheduleStore(app.app.database).read()).get('count-pages');

  test('is followed once a day, whatever the number of processes that check at the same time', async () => {
    const first = await start('one');
    const processes = [first, await start('two', first), await start('three', first)];
    const checkAll = () => Promise.all(processes.map(({ schedule }) => schedule.check()));
    await checkAll();
    expect(runs).toEqual([]);
    for (const wanted of [1, 2]) {
      for (const { clock } of processes) clock.forward(DAY);
      await checkAll();
      await checkAll();
      await expect.poll(() => stored(first)).toMatchObject({ outcome: { pages: wanted } });
      expect(runs).toHaveLength(wanted);
    }
  });

  test('is caught up once by the next process if none ran for days', async () => {
    const first = await start('one');
    await first.schedule.check();
    const next = await start('two', first);
    next.clock.forward(5 * DAY);
    await next.schedule.check();
    await next.schedule.check();
    await expect.poll(() => stored(next)).toMatchObject({ outcome: { pages: 1 } });
    expect(runs).toHaveLength(1);
  });

  test('continues after a clock that was ahead is corrected', async () => {
    const first = await start('one');
    await first.schedule.check();
    const [ahead, right] = [await start('two', first), await start('three', first)];
    ahead.clock.forward(365 * DAY);
    await ahead.schedule.check();
    await expect.poll(() => stored(right)).toMatchObject({ outcome: { pages: 1 } });
    await right.schedule.check();
    expect(runs).toHaveLength(1);
    right.clock.forward(DAY);
    await right.schedule.check();
    await expect.poll(() => stored(right)).toMatchObject({ outcome: { pages: 2 } });
  });

  test('is not followed by a transaction that is rolled back', async () => {
    const one = await start('one');
    await one.schedule.check();
    const { database } = one.app.app;
    one.clock.forward(DAY);
    const broken = createSchedule({
      ...{ jobs: one.app.app.scheduledJobs.filter(({ name }) => name === 'count-pages') },
      ...{ wake: () => undefined, database, clock: one.clock, log: SILENT_LOGGER },
      store: createScheduleStore(database),
      request: () => Promise.reject(new Error('killed')),
    });
    await expect(broken.check()).rejects.toThrow('killed');
    await one.schedule.check();
    await expect.poll(() => stored(one)).toMatchObject({ outcome: { pages: 1 } });
  });
});
