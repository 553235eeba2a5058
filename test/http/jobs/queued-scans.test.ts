import { afterEach, expect, test } from 'vitest';
import { waitingMessages } from '../../../runtime/kernel/outbox/waiting-messages.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const ADMIN = { as: 'admin' } as const;
const PATH = '/_/orphaned_resources';
const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0).reverse()) await app.close();
});

async function start(databaseUrl?: string, queue = 'database'): Promise<TestApp> {
  const app = await startTestApp({
    config: { queue },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  opened.push(app);
  return app;
}

const waiting = ({ app: { database } }: TestApp) => waitingMessages(database, 'jobs', 10);

/** Makes scans fail until the returned function is called. */
async function hidePositions({ app: { database } }: TestApp): Promise<() => Promise<void>> {
  const [table, hidden] = [database.table('component_position'), database.dialect.quote('hidden_positions')];
  const rename = (from: string, to: string): Promise<void> =>
    database.transaction(async (session) => void (await session.run(`alter table ${from} rename to ${to}`)));
  await rename(table, hidden);
  return () => rename(hidden, table);
}

test('a requested scan is stored, and run by a serving process', async () => {
  const app = await start();
  expect((await app.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
  await expect.poll(async () => (await app.get(PATH, ADMIN)).status).toBe(200);
  await expect.poll(async () => (await waiting(app)).length).toBe(0);
});

test('a failed job is kept with the reason and retried until it succeeds', async () => {
  const app = await start();
  await app.token('admin');
  const undo = await hidePositions(app);
  await app.post(`${PATH}/scan`, undefined, ADMIN);
  await expect.poll(async () => (await waiting(app))[0]?.reason ?? '').not.toBe('');
  expect((await waiting(app))[0]).toMatchObject({ body: { job: 'scan-orphaned-resources' } });
  await undo();
  await expect.poll(async () => (await app.get(PATH, ADMIN)).status).toBe(200);
});

test('many requests of all processes cause few runs', async () => {
  const app = await start();
  const other = await start(app.config.database.url);
  for (let count = 0; count < 10; count += 1)
    await Promise.all([app, other].map((each) => each.post(`${PATH}/scan`, undefined, ADMIN)));
  await expect.poll(async () => (await waiting(app)).length).toBe(0);
  expect((await other.get(PATH, ADMIN)).status).toBe(200);
});

test('with the default `queue: inline` the report after the request is the new one', async () => {
  const app = await start(undefined, 'inline');
  const other = await start(app.config.database.url, 'inline');
  for (let round = 0; round < 5; round += 1)
    await Promise.all(
      [app, other].map(async (each) => {
        const requested = Date.now();
        expect((await each.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
        const { generatedAt } = (await each.get(PATH, ADMIN)).body;
        expect(Date.parse(String(generatedAt))).toBeGreaterThanOrEqual(requested);
      }),
    );
  expect(await waiting(app)).toEqual([]);
});

test('with the default `queue: inline` the request for a failed scan succeeds, and the scan is kept and retried', async () => {
  const app = await start(undefined, 'inline');
  await app.token('admin');
  const undo = await hidePositions(app);
  expect((await app.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
  expect((await waiting(app))[0]?.reason).not.toBe(null);
  await undo();
  await expect.poll(async () => (await app.get(PATH, ADMIN)).status).toBe(200);
});
