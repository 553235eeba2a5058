import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import type { CoreApp } from '../core/core-app.js';
import { ADMIN, startCoreApp } from '../core/core-app.js';

let lines: LogEntry[] = [];
const log = { ...SILENT_LOGGER, info: (entry: LogEntry) => void lines.push(entry) };

let app: CoreApp;
beforeAll(async () => {
  app = await startCoreApp({ log, env: { LOG_LEVEL: 'debug' } });
  await app.aWidget(); // signs the administrator in, which logs a separate line
});
afterAll(() => app.close());

/** Returns the line of one request, which is written when its connection has finished. */
async function lineOf(request: () => Promise<unknown>): Promise<{ line: LogEntry; statements: number }> {
  lines = [];
  app.takeStatements();
  await request();
  const isRequest = ({ msg }: LogEntry): boolean => msg === 'request';
  await expect.poll(() => lines.filter(isRequest).length).toBe(1);
  const line = lines.find(isRequest);
  if (line === undefined) throw new Error('no line');
  return { line, statements: app.takeStatements('and look-ups').length };
}

describe('the log line of a request', () => {
  test('has request id, method, pattern, status, time and number of statements, and nothing of the URL', async () => {
    const { '@id': iri } = await app.aWidget();
    const { line, statements } = await lineOf(() => app.get(`${iri}?token=secret`));
    expect(line).toEqual({
      msg: 'request',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      pattern: '/component/widgets/{id}',
      status: 200,
      ms: expect.any(Number),
      queries: statements,
    });
    expect(statements).toBeGreaterThan(0);
  });

  test.each(['Root=1-67891233-abcdef012345678912345678', '00-4bf92f35:a.b@c+d/e=_f', 'x'.repeat(128)])(
    "has the id in the request's X-Request-Id: %s",
    async (id) => {
      let answered: string | null = null;
      const { line } = await lineOf(async () => {
        const { headers } = await app.get('/component/specimens', { headers: { 'x-request-id': id } });
        answered = headers.get('x-request-id');
      });
      expect(line).toMatchObject({ requestId: id });
      expect(answered).toBe(id);
    },
  );

  test.each(['', 'x'.repeat(129), 'a b', 'a"b', 'a,b', '{a}', '%0a', 'é'])(
    'has a new id if that of the request is invalid: %j',
    async (id) => {
      const { line } = await lineOf(() =>
        app.get('/component/specimens', { headers: { 'x-request-id': id } }),
      );
      expect(line).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    },
  );

  test.each<[string, () => Promise<unknown>, number]>([
    ['a list', () => app.get('/component/specimens'), 200],
    [
      'a write, with the stored rows and the authentication',
      () => app.post('/component/widgets', {}, ADMIN),
      201,
    ],
    ['a rejected request', () => app.post('/component/specimens', {}, ADMIN), 422],
    ['an unknown record', () => app.get('/component/widgets/00000000-0000-4000-8000-000000000000'), 404],
  ])('counts the statements of %s', async (_name, request, status) => {
    const { line, statements } = await lineOf(request);
    expect(line).toMatchObject({ status, queries: statements });
    expect(statements).toBeGreaterThan(0);
  });

  test('counts none for requests without database access', async () => {
    expect((await lineOf(() => app.get('/nowhere'))).line).toMatchObject({ status: 404, queries: 0 });
  });

  test('separates the statements of simultaneous requests', async () => {
    const { '@id': iri } = await app.aWidget();
    lines = [];
    app.takeStatements();
    await Promise.all(Array.from({ length: 8 }, () => app.get(iri)));
    await expect.poll(() => lines.length).toBe(8);
    const counts = lines.map(({ queries }) => Number(queries));
    expect(counts.reduce((sum, count) => sum + count)).toBe(app.takeStatements('and look-ups').length);
    // One of them may check for due drafts for all of them.
    expect(counts.filter((count) => count === Math.min(...counts)).length).toBeGreaterThanOrEqual(7);
  });
});

test('counts statements only at debug level', async () => {
  const usual = await startCoreApp({ log, env: { LOG_LEVEL: 'info' } });
  lines = [];
  await usual.get('/component/widgets');
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatchObject({ pattern: '/component/widgets', status: 200 });
  expect(lines[0]).not.toHaveProperty('queries');
  await usual.close();
});
