import { mkdir, rename, rmdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/ports/logger.js';
import { openLibsqlConnection } from '../../../runtime/persistence/sqlite/libsql-connection.js';
import { testDatabaseName } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';
import { startTestApp } from '../../support/test-app.js';

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
  owner = await startTestApp({ log });
  file = owner.config.database.url.slice('sqlite:'.length);
  await owner.app.accounts.createAccount({
    ...CREDENTIALS,
    emailAddress: 'lucy@example.com',
    role: 'ROLE_ADMIN',
    enabled: true,
    overwrite: false,
  });
});
afterAll(async () => {
  if (hasFile) await owner.close();
});
beforeEach(() => {
  failures = [];
});

const login = (app: TestApp) => app.post('/login', CREDENTIALS);

describe.runIf(hasFile)('a database file', () => {
  test(
    'that another process keeps locked is 503 with Retry-After for writes, once the patience has ended',
    { timeout: 40_000 },
    async () => {
      const other = openLibsqlConnection(file);
      other.exec('begin immediate');
      const [written, read] = await Promise.all([login(owner), owner.get('/_/pages')]);
      other.exec('rollback');
      other.close();
      expect(written.status).toBe(503);
      expect(written.headers.get('retry-after')).toBe('1');
      expect(read.status).toBe(200);
      expect(failures).toEqual([
        expect.objectContaining({ msg: 'request given up: others kept the database busy' }),
      ]);
      expect(failures[0]).not.toHaveProperty('err');
      expect((await login(owner)).status).toBe(204);
    },
  );

  test('that cannot be opened is 503 with Retry-After, told to the log once', async () => {
    // Its connection for writes is opened by the first write.
    const app = await startTestApp({ log, databaseUrl: `sqlite:${file}` });
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
});
