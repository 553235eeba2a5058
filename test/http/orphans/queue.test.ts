import { afterEach, expect, test } from 'vitest';
import { waitingMessages } from '../../../runtime/kernel/outbox/waiting-messages.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const ADMIN = { as: 'admin' } as const;
const PATH = '/_/orphaned_resources';
const opened: TestApp[] = [];
afterEach(async () => {
  for (const app of opened.splice(0).reverse()) await app.close();
});

async function start(databaseUrl?: string): Promise<TestApp> {
  const app = await startTestApp({
    config: { queue: 'database' },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  opened.push(app);
  return app;
}

const waiting = ({ app: { database } }: TestApp) => waitingMessages(database, 'jobs', 10);

test('a scan that is asked for is stored, and run by a process that serves', async () => {
  const app = await start();
  expect((await app.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
  await expect.poll(async () => (await app.get(PATH, ADMIN)).status).toBe(200);
  await expect.poll(async () => (await waiting(app)).length).toBe(0);
});

test('a job that fails is kept with the reason, tried again, and done once it can be', async () => {
  const app = await start();
  const { database } = app.app;
  const hidden = database.dialect.quote('hidden_positions');
  const rename = (from: string, to: string) =>
    database.transaction(async (session) => void (await session.run(`alter table ${from} rename to ${to}`)));
  await app.token('admin');
  await rename(database.table('component_position'), hidden);
  await app.post(`${PATH}/scan`, undefined, ADMIN);
  await expect.poll(async () => (await waiting(app))[0]?.reason ?? '').not.toBe('');
  expect((await waiting(app))[0]).toMatchObject({ body: { job: 'scan-orphaned-resources' } });
  await rename(hidden, database.table('component_position'));
  await expect.poll(async () => (await app.get(PATH, ADMIN)).status).toBe(200);
});

test('many requests, of any process, are few runs', async () => {
  const app = await start();
  const other = await start(app.config.database.url);
  for (let count = 0; count < 10; count += 1)
    await Promise.all([app, other].map((each) => each.post(`${PATH}/scan`, undefined, ADMIN)));
  await expect.poll(async () => (await waiting(app)).length).toBe(0);
  expect((await other.get(PATH, ADMIN)).status).toBe(200);
});
