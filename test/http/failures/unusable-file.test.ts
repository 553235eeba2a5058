import { mkdir, rename, rmdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { openLibsqlConnection } from '../../../runtime/adapters/persistence/sqlite/libsql-connection.js';
import { testDatabaseName } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';

const CREDENTIALS = { username: 'lucy', password: 'correct horse battery' };

let failures: LogEntry[] = [];
const log = {
  ...SILENT_LOGGER,
  error: (entry: LogEntry) => void failures.push(entry),
  warn: (entry: LogEntry) => void failures.push(entry),
};
let owner: TestApp;
let file: string;
const hasFile = testDatabaseName() === 'sqlite';
beforeAll(async () => {
  if (!hasFile) return;
  owner = await startTestApp({ log, config: { limits: { lock_ms: 2000 } } });
  file = owner.config.database.url.slice('sqlite:'.length);
  await owner.app.get(ACCOUNTS).createAccount({
    ...CREDENTIALS,
    emailAddress: 'lucy@example.com',
    role: 'ROLE_ADMIN',
    enabled: true,
    overwrite: false,
  });
  await owner.get('/me', { as: 'admin' });
});
afterAll(async () => {
  if (hasFile) await owner.close();
});
beforeEach(() => {
  failures = [];
});

const login = (app: TestApp) => app.post('/login', CREDENTIALS);

describe.runIf(hasFile)('a database file', () => {
  test('that another process keeps locked results in 503 with Retry-After for writes, after limits.lock_ms', async () => {
    const other = openLibsqlConnection(file);
    other.exec('begin immediate');
    const [written, read] = await Promise.all([login(owner), owner.get('/_/pages')]);
    other.exec('rollback');
    other.close();
    expect(written.status).toBe(503);
    expect(written.headers.get('retry-after')).toBe('1');
    expect(read.status).toBe(200);
    expect(failures).toEqual([
      expect.objectContaining({ msg: 'request timed out waiting for database locks' }),
    ]);
    expect(failures[0]).not.toHaveProperty('err');
    expect((await login(owner)).status).toBe(204);
  });

  test('that cannot be opened results in 503 with Retry-After, logged once', async () => {
    // The first write opens the connection for writes, and a serving process writes at any time.
    const app = await startTestApp({ log, databaseUrl: `sqlite:${file}`, isServing: false });
    await rename(file, `${file}.kept`);
    await mkdir(file);
    const answers = [await login(app), await login(app)];
    await rmdir(file);
    await rename(`${file}.kept`, file);
    for (const { status, headers } of answers) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(failures).toHaveLength(1);
    expect((await login(app)).status).toBe(204);
    await app.close();
  });

  test.each([
    ['is read-only', 'pragma query_only = on'],
    ['has no room to grow', 'pragma max_page_count = 1'],
  ])('that %s results in 503 for writes, while reads continue', async (_state, restriction) => {
    const { database } = owner.app;
    // The connection for writes keeps the restriction, and the engine rejects writes as for the file itself.
    await database.transaction((session) => session.all(restriction));
    const written = await owner.post(
      '/_/layouts',
      { reference: 'large', uiComponent: 'X'.repeat(200), uiClassNames: ['x'.repeat(100_000)] },
      { as: 'admin' },
    );
    expect([written.status, written.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await owner.get('/_/pages')).status).toBe(200);
    expect(failures).toEqual([expect.objectContaining({ msg: expect.stringMatching(/not responding/) })]);
    // A connection with such an error is not used again.
    expect((await login(owner)).status).toBe(204);
  });
});
