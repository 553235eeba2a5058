import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from 'cms-api-components';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { requestedJobs } from '../../../runtime/kernel/jobs/requested-jobs.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { removeBundle, startChildServer } from '../uploads/child-server.js';
import { counting, type Work } from './counting.js';

const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0).reverse()) await app.close();
});
afterAll(removeBundle);

interface Worker {
  readonly app: TestApp;
  readonly jobs: Service['jobs'];
}

/** Starts a serving process, on the database of another one if that is given. */
async function start(
  work: Work,
  { beside, queue = 'inline' }: { readonly beside?: Worker; readonly queue?: 'inline' | 'database' } = {},
): Promise<Worker> {
  const services: Service[] = [];
  const app = await startTestApp({
    config: { queue },
    features: [counting(work, (service) => void services.push(service))],
    ...(beside === undefined ? {} : { databaseUrl: beside.app.config.database.url }),
  });
  opened.push(app);
  const [service] = services;
  if (service === undefined) throw new Error('the feature did not receive the jobs service');
  return { app, jobs: service.jobs };
}

const requested = ({ app }: Worker) => requestedJobs(app.app.database, 100);

/** A promise that other code waits for. */
function guard(): { readonly opens: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opens = new Promise<void>((resolve) => (open = resolve));
  return { opens, open: () => open() };
}

describe('a job', () => {
  test('runs one at a time over all processes, and every request is followed by a run', async () => {
    let [underWay, most, runs] = [0, 0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, (underWay += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay -= 1;
      runs += 1;
    };
    const one = await start(work);
    const workers = [one, await start(work, { beside: one })];
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        workers.map(async ({ jobs }) => {
          const before = runs + underWay;
          await jobs.request('count-pages');
          // The current run may have begun too early.
          expect(runs).toBeGreaterThan(before);
        }),
      );
    expect(most).toBe(1);
    expect(await requested(one)).toEqual([]);
  });

  test('waits for jobs with the same concurrency key, and for no others', async () => {
    const { opens, open } = guard();
    const begun: string[] = [];
    const one = await start(
      async (job) => {
        begun.push(job);
        if (job === 'count-pages') await opens;
      },
      { queue: 'database' },
    );
    await one.jobs.request('count-pages');
    await expect.poll(() => begun).toEqual(['count-pages']);
    await one.jobs.request('count-components');
    await one.jobs.request('count-files');
    await expect.poll(() => begun).toEqual(['count-pages', 'count-files']);
    open();
    await expect.poll(() => begun).toEqual(['count-pages', 'count-files', 'count-components']);
  });

  test('that is requested repeatedly while it runs is run once more', async () => {
    const { opens, open } = guard();
    let runs = 0;
    const one = await start(() => ((runs += 1), opens), { queue: 'database' });
    await one.jobs.request('count-pages');
    await expect.poll(() => runs).toBe(1);
    for (let count = 0; count < 20; count += 1) await one.jobs.request('count-pages');
    open();
    await expect.poll(() => requested(one)).toEqual([]);
    expect(runs).toBe(2);
  });

  test('is requested when the transaction commits, and not if it is rolled back', async () => {
    let runs = 0;
    const one = await start(() => Promise.resolve(void (runs += 1)));
    const { database } = one.app.app;
    const undone = database.transaction(async (session) => {
      await one.jobs.request('count-pages', session);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await requested(one)).toEqual([]);
    await database.transaction((session) => one.jobs.request('count-pages', session));
    await expect.poll(() => runs).toBe(1);
  });

  test('that fails is listed with the reason, and run again until it succeeds', async () => {
    let isAway = true;
    const one = await start(() =>
      isAway ? Promise.reject(new Error('the disk is away')) : Promise.resolve(),
    );
    await one.jobs.request('count-pages');
    const [failed] = await requested(one);
    expect(failed).toMatchObject({ job: 'count-pages', requests: 1, reason: 'the disk is away' });
    isAway = false;
    await expect.poll(() => requested(one)).toEqual([]);
  });

  test('does not delay a shutdown: it is stopped, and run by the next process', async () => {
    const ended: string[] = [];
    let isBegun = false;
    const untilStopped: Work = (_job, signal) =>
      new Promise((_resolve, reject) => {
        isBegun = true;
        signal.addEventListener('abort', () => {
          ended.push('stopped');
          reject(new Error(String(signal.reason)));
        });
      });
    const keeper = await start(() => Promise.reject(new Error('not here')), { queue: 'database' });
    const one = await start(untilStopped, { beside: keeper });
    const pending = one.jobs.request('count-files');
    await expect.poll(() => isBegun).toBe(true);
    one.app.app.endStreams();
    await pending;
    await one.app.app.outbox.close();
    expect(ended).toEqual(['stopped']);
    const next = await start(() => Promise.resolve(void ended.push('done')), { beside: keeper });
    await expect.poll(() => requested(next)).toEqual([]);
    expect(ended).toEqual(['stopped', 'done']);
  });
});

describe('a process that is killed during a job', () => {
  const HANGING = new URL('./children/hanging-worker.ts', import.meta.url);

  test('leaves it to another process, which runs it again', async () => {
    let mayRun = false;
    const ran: string[] = [];
    const one = await start((job) => {
      if (!mayRun) return Promise.reject(new Error('not here'));
      ran.push(job);
      return Promise.resolve();
    });
    const { config } = one.app;
    await one.jobs.request('count-files');
    const child = await startChildServer({ ...config, features: [] }, HANGING);
    await expect
      .poll(() => readFile(join(config.dataDir, 'begun'), 'utf8').catch(() => undefined))
      .toBe('count-files');
    mayRun = true;
    expect(await requested(one)).toMatchObject([{ job: 'count-files', state: 'runs' }]);
    await child.kill();
    expect(await requested(one)).toMatchObject([{ job: 'count-files', state: 'runs' }]);
    await expect.poll(() => ran).toEqual(['count-files']);
    await expect.poll(() => requested(one)).toEqual([]);
  });
});
