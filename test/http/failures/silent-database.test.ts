import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { MARGIN_MS } from '../../../runtime/adapters/persistence/connector.js';
import { testDatabaseName } from '../../support/database.js';
import { createSite } from '../routes/site.js';
import { startBreakableApp, type BreakableApp } from './breakable-database.js';

let failures: LogEntry[] = [];
let news: LogEntry[] = [];
const log = {
  ...SILENT_LOGGER,
  // The job schedule is checked now and then, and logs its own failures.
  error: (entry: LogEntry) =>
    void (entry.msg.startsWith('failed to check the job schedule') || failures.push(entry)),
  warn: (entry: LogEntry) => void failures.push(entry),
  info: (entry: LogEntry) => void (entry.msg.startsWith('request') || news.push(entry)),
};

let app: BreakableApp;
let page: string;
const hasServer = testDatabaseName() !== 'sqlite'; // a file database has no server to wait for
/** Long enough for a busy server that is responding. */
const LIMIT_MS = 1000;
beforeAll(async () => {
  if (!hasServer) return;
  app = await startBreakableApp({ log, config: { limits: { statement_ms: LIMIT_MS, lock_ms: LIMIT_MS } } });
  ({ '@id': page } = await createSite(app).page({ title: 'Page' }));
  await app.get('/me', { as: 'admin' });
});
afterAll(async () => {
  if (hasServer) await app.close();
});
beforeEach(async () => {
  if (!hasServer) return;
  // Abandoned queries from the silent period end within the limit.
  await rest();
  await answersAgain();
  failures = [];
  news = [];
});

const admin = { as: 'admin' } as const;
/** Longer than the limit, plus the additional time that a connection is given. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 1.5 * LIMIT_MS + MARGIN_MS));
const answersAgain = () =>
  expect
    .poll(async () => (await app.patch(page, { title: 'x' }, admin)).status, { timeout: 20_000 })
    .toBe(200);

async function duringSilence<Result>(work: () => Promise<Result>): Promise<Result> {
  app.pauseDatabase();
  try {
    return await work();
  } finally {
    app.resumeDatabase();
    await answersAgain();
  }
}

/** Opens idle transactions, one for each write connection. */
async function takeWriteConnections(): Promise<{ ends: () => void; held: Promise<unknown> }> {
  const { database } = app.app;
  const limit = database.pools().find(({ pool }) => pool === 'write')?.limit ?? 0;
  let ends = (): void => undefined;
  const end = new Promise<void>((resolve) => (ends = resolve));
  let taken = 0;
  let held: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    held = Promise.all(
      Array.from({ length: limit }, () =>
        database.transaction(async (session) => {
          await session.all('select 1 as one');
          taken += 1;
          if (taken === limit) resolve();
          await end;
        }),
      ),
    ).catch(() => undefined); // the commits get no response
  });
  return { ends, held };
}

const ask = () => [
  app.get(page),
  app.get(page, admin),
  app.get('/_/pages'),
  app.get('/_/health'),
  app.post('/_/layouts', { reference: 'x', uiComponent: 'X' }, admin),
  app.patch(page, { title: 'y' }, admin),
  app.post('/login', { username: 'lucy', password: 'correct horse battery' }),
];

describe.runIf(hasServer)('a connected database server that does not respond', () => {
  test('results in 503 with Retry-After after the limit, on used connections and on new ones', async () => {
    const answers = await duringSilence(async () => [
      ...(await Promise.all(ask())),
      ...(await Promise.all(ask())), // the connections from before are gone
    ]);
    for (const { status, headers, text } of answers) {
      expect(status, text).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('results in 503 for requests that wait for a connection, too', async () => {
    const answers = await duringSilence(() =>
      Promise.all(
        Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? app.get(page, admin) : app.get(page))),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  });

  test('is logged once, without a stack, and once more when it is back', async () => {
    await duringSilence(() => Promise.all(ask()));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({ msg: expect.stringMatching(/not responding/) });
    expect(failures[0]).not.toHaveProperty('err');
    expect(news).toEqual([{ msg: 'database is available again', seconds: expect.any(Number) }]);
  });

  test('is logged as not responding, however many requests wait for a connection', async () => {
    // All connections are open and waiting: the first request that is given up has no connection.
    await Promise.all(Array.from({ length: 40 }, () => app.get(page, admin)));
    const answers = await duringSilence(() =>
      Promise.all(Array.from({ length: 60 }, () => app.get(page, admin))),
    );
    expect(failures).toMatchObject([{ msg: expect.stringMatching(/not responding/) }]);
    const details = answers.map(({ body }) => (body as { detail?: unknown }).detail);
    expect(new Set(details)).toEqual(new Set(['The database is not available.']));
  });

  test('is also logged if the connections ran out before', async () => {
    const { ends, held } = await takeWriteConnections();
    const refused = await app.patch(page, { title: 'z' }, admin);
    const away = await duringSilence(async () => {
      ends();
      return app.get(page, admin);
    });
    await held;
    expect(refused.body).toMatchObject({ detail: 'All database connections are in use.' });
    expect(away.body).toMatchObject({ detail: 'The database is not available.' });
    expect(failures).toMatchObject([
      { msg: expect.stringMatching(/database connections exhausted/) },
      { msg: expect.stringMatching(/not responding/) },
    ]);
    expect(news).toEqual([{ msg: 'database is available again', seconds: expect.any(Number) }]);
  });

  test('that stops responding during writes ends them with 503, and works when it is back', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const writes = Array.from({ length: 6 }, (_, at) =>
        app.patch(page, { title: `${round} ${at}` }, admin),
      );
      await new Promise((resolve) => setTimeout(resolve, round * 4));
      const answers = await duringSilence(() => Promise.all(writes));
      statuses.push(...answers.map(({ status }) => status));
    }
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect(statuses).toContain(503);
  });

  test('that stops responding after an idle time ends a transaction as without one', async () => {
    const waiting = app.app.database.transaction(async (session) => {
      await session.all('select 1 as one');
      await rest();
      await rest();
      return duringSilence(() => session.all('select 2 as two'));
    });
    await expect(waiting).rejects.toMatchObject({ status: 503 });
  });

  test('is not reported without pending queries, in a transaction or between requests', async () => {
    const rows = await app.app.database.transaction(async (session) => {
      await session.all('select 1 as one');
      await rest();
      return session.all('select 2 as two');
    });
    expect(rows).toEqual([{ two: 2 }]);
    expect((await app.get(page, admin)).status).toBe(200);
    expect(failures).toEqual([]);
  });
});
