import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { storedRevisions } from './support.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';

const DAY = 24 * 60 * MINUTE;

let app: TestApp;
let clock: TestClock;
beforeEach(async () => {
  clock = createTestClock();
  app = await startTestApp({ clock, config: { history: { keep: { days: 10 } } } });
});
afterEach(() => app.close());

/** Returns the findings of `cms doctor` about the history, by check. */
async function examine(repair = false): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for await (const { name, differences } of app.app.doctor.examine({ limit: 5, repair }))
    if (name.startsWith('revision-') && differences.length > 0) found[name] = differences;
  return found;
}

const run = (sql: string): Promise<number> =>
  app.app.database.transaction((session) =>
    session.run(sql.replaceAll(/\{(\w+)\}/g, (_, name: string) => session.table(name))),
  );

const aLayout = async (): Promise<string> =>
  (await app.create('/_/layouts', { reference: randomUUID(), uiComponent: 'A' }))['@id'];

test('cms doctor finds nothing in a history written only by units of work and the job', async () => {
  await aLayout();
  expect(await examine()).toEqual({});
});

test('cms doctor finds rows of missing revisions, and its repair deletes them', async () => {
  await aLayout();
  await aLayout();
  const [first] = (await storedRevisions(app)).changes;
  await run(`delete from {revision} where number = ${Number(first?.revision)}`);
  expect(await examine()).toEqual({
    'revision-rows': [`revision_change: 1 of revision ${Number(first?.revision)}, which does not exist`],
  });
  await examine(true);
  expect(await examine()).toEqual({});
});

test('cms doctor finds retained files that are missing, or whose filesystem is', async () => {
  await aLayout();
  for (const adapter of ['public', 'former'])
    await run(
      `insert into {revision_file} (revision, path, adapter, subject) values (1, 'gone.txt', '${adapter}', '${randomUUID()}')`,
    );
  expect(await examine()).toEqual({
    'revision-files': [
      '"gone.txt" was in filesystem "former", which is no longer configured',
      '"gone.txt" does not exist in filesystem "public"',
    ],
  });
});

test('cms doctor finds revisions that the job should have deleted', async () => {
  await aLayout();
  await aLayout();
  clock.forward(20 * DAY);
  expect(await examine()).toEqual({
    'revision-age': [expect.stringMatching(/^Older than history\.keep\.days allows: [1-9]/)],
  });
});

test('cms doctor finds revisions that are older than their predecessors because of clock differences', async () => {
  await aLayout();
  clock.forward(-2 * 60 * MINUTE);
  await aLayout();
  const { 'revision-clocks': lines = [] } = await examine();
  expect(lines).toEqual([expect.stringMatching(/^revision \d+ was made .*, before revision \d+ /)]);
});
