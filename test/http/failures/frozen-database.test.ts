import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testDatabaseName } from '../../support/database.js';
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createSite } from '../routes/site.js';

const hasServer = testDatabaseName() === 'postgres';
const admin = { as: 'admin' } as const;
/** Longer than a probe may take, and short enough for a test. */
const LIMITS = { statement_ms: 2500, lock_ms: 2500 };

let server: OwnPostgres;
let app: TestApp;
let page: string;
beforeAll(async () => {
  if (!hasServer) return;
  server = await startOwnPostgres(['max_connections=30']);
  app = await startTestApp({ databaseUrl: server.url, isEmpty: true, config: { limits: LIMITS } });
  ({ '@id': page } = await createSite(app).page({ title: 'Page' }));
});
afterAll(async () => {
  if (!hasServer) return;
  await app.close();
  await server.remove();
});
afterEach(async () => {
  if (!hasServer) return;
  server.thaw();
  await answersAgain();
});

const answersAgain = () =>
  expect.poll(async () => (await app.patch(page, { title: 'x' }, admin)).status).toBe(200);
const titles = async (): Promise<readonly unknown[]> => {
  const { body } = await app.get('/_/pages', admin);
  return (body.member as { title: unknown }[]).map(({ title }) => title); // a list of pages
};

describe.runIf(hasServer)('a database server whose processes are suspended', () => {
  test('makes /_/health 503 long before other requests time out, and does not affect /_/health/live', async () => {
    await Promise.all([app.get(page, admin), app.get('/_/health')]); // over connections that are open
    server.freeze();
    const order: string[] = [];
    const note = async (path: string) => {
      const { status } = await app.get(path, admin);
      order.push(`${path} ${status}`);
    };
    await Promise.all([note(page), note('/_/health'), note('/_/health'), note('/_/health/live')]);
    expect(order).toEqual(['/_/health/live 200', '/_/health 503', '/_/health 503', `${page} 503`]);
  });

  test('makes every request 503 with Retry-After and the reason, reads and writes alike', async () => {
    server.freeze();
    const answers = await Promise.all([
      app.get(page),
      app.patch(page, { title: 'frozen' }, admin),
      app.post('/_/layouts', { reference: 'frozen', uiComponent: 'X' }, admin),
      ...Array.from({ length: 30 }, () => app.get(page, admin)),
    ]);
    for (const { status, headers, body } of answers) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(['The database is not available.', 'All database connections are in use.']).toContain(
        body.detail,
      );
    }
  });

  test('stores nothing of the requested writes', async () => {
    const before = await titles();
    server.freeze();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((at) =>
        app.post(
          '/_/pages',
          { title: 'frozen', reference: `frozen-${at}`, uiComponent: 'Page', isTemplate: false },
          admin,
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    server.thaw();
    await answersAgain();
    expect(await titles()).toEqual(before);
  });

  test('sends no late response to another request', async () => {
    server.freeze();
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => app.get(at % 2 === 0 ? page : '/_/layouts', admin)),
    );
    server.thaw();
    await answersAgain();
    for (let round = 0; round < 20; round += 1) expect((await app.get(page, admin)).body['@id']).toBe(page);
  });

  test('responds again without a restart after it was stopped and started', async () => {
    await server.stop();
    expect((await app.get('/_/health')).status).toBe(503);
    expect((await app.get(page, admin)).status).toBe(503);
    await server.start();
    await expect.poll(async () => (await app.get('/_/health')).status).toBe(200);
    expect((await app.get(page, admin)).status).toBe(200);
  });
});
