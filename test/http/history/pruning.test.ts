import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { createScheduleStore } from '../../../runtime/kernel/jobs/schedule-store.js';
import { CLEANING } from '../../../runtime/kernel/retention/cleaning.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createTestClock, MINUTE } from '../publishing/support.js';
import { idOf, storedRevisions } from './support.js';

const DAY = 24 * 60 * MINUTE;

let app: TestApp;
const clock = createTestClock();
afterEach(() => app.close());

async function start(history: JsonObject): Promise<void> {
  app = await startTestApp({ clock, config: { history } });
}

/** Runs the job and returns how much of the history it deleted. */
async function clean(): Promise<number> {
  const store = createScheduleStore(app.app.database);
  await store.begin(CLEANING, new Date());
  await app.app.jobs.request(CLEANING);
  return (await store.read()).get(CLEANING)?.outcome?.history ?? 0;
}

const aLayout = async (): Promise<string> =>
  (await app.create('/_/layouts', { reference: randomUUID(), uiComponent: 'A' }))['@id'];

async function change(layout: string, times: number): Promise<void> {
  for (let time = 1; time <= times; time += 1)
    await app.patch(layout, { uiComponent: `${time}` }, { as: 'admin' });
}

test('changes are stored for history.keep.days, and the newest for longer', async () => {
  await start({ keep: { days: 2 } });
  const layout = await aLayout();
  await change(layout, 2);
  clock.forward(3 * DAY);
  await change(await aLayout(), 1);
  // Excludes those of the accounts that the site has from the start.
  const { entries } = await storedRevisions(app);
  expect(await clean()).toBe(3 + entries.length);
  const kept = await storedRevisions(app);
  expect([kept.revisions.length, kept.entries.length]).toEqual([2, 0]);
  clock.forward(3 * DAY);
  await clean();
  const { revisions, changes } = await storedRevisions(app);
  expect([revisions.length, changes.length]).toEqual([1, 1]);
});

test('the newest history.keep.per_record changes of each record are stored', async () => {
  await start({ keep: { per_record: 3 } });
  const [often, seldom] = [await aLayout(), await aLayout()];
  await change(often, 5);
  await change(seldom, 1);
  expect(await clean()).toBe(3);
  const { revisions, changes } = await storedRevisions(app);
  const kept = (iri: string): number => changes.filter(({ record }) => record === idOf(iri)).length;
  expect([kept(often), kept(seldom), revisions.length]).toEqual([3, 2, 5]);
});

test('nothing is recorded with history.keep.days 0', async () => {
  await start({ keep: { days: 0 } });
  await change(await aLayout(), 1);
  expect((await app.patch(await aLayout(), { uiComponent: 'B' })).status).toBe(401);
  expect(await storedRevisions(app)).toEqual({ revisions: [], changes: [], entries: [] });
});
