import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReportStore } from '../../../runtime/features/orphans/report-store.js';
import { createSchedule, dueAfter } from '../../../runtime/features/orphans/schedule.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestClock, MINUTE } from '../publishing/support.js';

const TIMES = { cron: '0 3 * * *', timeZone: 'Europe/London' };
const DAY = 24 * 60 * MINUTE;

describe('a daily scan at three in London', () => {
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
    ['at a time that there is twice', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
    ['once on that day', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ])('or at another time is due once a day: %s', (_when, after, due) => {
    expect(dueAfter({ ...TIMES, cron: '30 1 * * *' }, new Date(after))?.toISOString()).toBe(due);
  });
});

describe('the schedule', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.close());

  /** Processes of one service, by one clock. */
  function processes(count: number) {
    const clock = createTestClock();
    const runs: number[] = [];
    const schedules = Array.from({ length: count }, (_entry, index) =>
      createSchedule({
        ...{ times: TIMES, store: createReportStore(app.app.database), database: app.app.database, clock },
        log: SILENT_LOGGER,
        run: async () => void runs.push(index),
      }),
    );
    return { clock, runs, schedules };
  }

  test('runs once a day, whatever the number of processes', async () => {
    const { clock, runs, schedules } = processes(3);
    const checkAll = () => Promise.all(schedules.map((each) => each.check()));
    await checkAll();
    expect(runs).toEqual([]);
    for (const wanted of [1, 2, 3]) {
      clock.forward(DAY);
      await checkAll();
      await checkAll();
      expect(runs).toHaveLength(wanted);
    }
  });

  test('makes up once for what was missed while nothing ran', async () => {
    const { clock, runs, schedules } = processes(2);
    await schedules[0]?.check();
    clock.forward(5 * DAY);
    // Another process, as after a restart.
    await schedules[1]?.check();
    await schedules[1]?.check();
    expect(runs).toEqual([1]);
  });
});
