import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';

const WINDOW_MS = 900_000;
/** Failures of one account from one address. */
const LIMIT = 10;

let database: TestDatabase;
let now: Date;
let apps: TestApp[];
beforeEach(async () => {
  now = new Date(Math.floor(Date.now() / 1000) * 1000);
  database = await createTestDatabase();
  const settings = {
    databaseUrl: database.url,
    clock: { now: () => now },
    env: { TRUSTED_PROXIES: 'loopback' },
  };
  apps = [await startTestApp({ ...settings, isEmpty: true })];
  apps.push(await startTestApp(settings));
});
afterEach(async () => {
  for (const app of apps) await app.close();
  await database.drop();
});

const process = (index: number): TestApp => apps[index % apps.length] as TestApp; // there are two

/** Sends a wrong password to one of the processes from `address`. */
const attempt = (index: number, address = '192.0.2.1', username = 'nobody'): Promise<TestResponse> =>
  process(index).post('/login', { username, password: 'guess' }, { headers: { 'X-Forwarded-For': address } });
const guess = async (...attempted: Parameters<typeof attempt>): Promise<number> =>
  (await attempt(...attempted)).status;

const pass = (milliseconds: number): void => void (now = new Date(now.getTime() + milliseconds));

const guesses = async (count: number): Promise<readonly number[]> => {
  const statuses = [];
  for (let index = 0; index < count; index += 1) statuses.push(await guess(index));
  return statuses;
};
const REFUSED_AFTER_LIMIT = [...Array.from({ length: LIMIT }, () => 401), 429, 429];

describe('throttles of processes that share a database', () => {
  test('count the hits of all processes until the window of the first hit ends', async () => {
    expect(await guesses(LIMIT + 2)).toEqual(REFUSED_AFTER_LIMIT);
    pass(WINDOW_MS - 1000);
    expect(await guesses(2)).toEqual([429, 429]);
    pass(1000);
    expect(await guesses(2)).toEqual([401, 401]);
  });

  test('count simultaneous hits', async () => {
    const statuses = await Promise.all(REFUSED_AFTER_LIMIT.map((_status, index) => guess(index)));
    expect(statuses.sort()).toEqual(REFUSED_AFTER_LIMIT);
  });

  test('reject from memory without counting hits for the account, and store neither addresses nor names', async () => {
    await guesses(LIMIT + 2);
    const { database: stored } = process(0).app;
    const rows = await stored.all(`select id, hits from ${stored.table('throttle')}`);
    expect(rows).toHaveLength(2);
    for (const { id } of rows) expect(id).toMatch(/^[\w-]{43}$/);
    process(0).takeStatements();
    const refused = await attempt(0);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(WINDOW_MS / 1000));
    expect(await guess(0, '192.0.2.1', 'another')).toBe(401);
    const counted = process(0)
      .takeStatements()
      .filter((sql) => /insert into \S*throttle/.test(sql));
    // The address is counted twice, and the other account once.
    expect(counted).toHaveLength(3);
  });
});
