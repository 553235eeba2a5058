import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speaksMysql } from '../../support/database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { isKeeping, startCachingApp } from '../response-cache/support.js';
import { anOwner, aToken, SUPER, type TestToken } from './support.js';

/** MariaDB tells of writes of others by a statement, which costs what the row of the token costs. */
const KEEPS = !speaksMysql();

let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startCachingApp();
  other = await startCachingApp({ databaseUrl: app.config.database.url });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const statusOf = async ({ by }: TestToken, at: TestApp): Promise<number> =>
  (await at.get('/_/layouts', by)).status;

/** A token that a process keeps by now. */
async function aKeptToken(at: TestApp, owner: string): Promise<TestToken> {
  const token = await aToken(app, ['*'], { owner });
  await isKeeping(at);
  for (let time = 0; time < 3; time += 1) expect(await statusOf(token, at)).toBe(200);
  return token;
}

const ENDINGS: readonly (readonly [string, (token: TestToken, owner: string) => Promise<unknown>])[] = [
  ['that is revoked', ({ iri }) => app.delete(iri, SUPER)],
  ['whose owner is disabled', (_token, owner) => app.patch(owner, { enabled: false }, SUPER)],
  ['whose owner is deleted', (_token, owner) => app.delete(owner, SUPER)],
];

describe('a token that a process has read before', () => {
  test.each(ENDINGS)('%s is refused in the next request', async (_what, end) => {
    const { iri } = await anOwner(app);
    const token = await aKeptToken(app, iri);
    await end(token, iri);
    expect(await statusOf(token, app)).toBe(401);
  });

  // As for sessions: PostgreSQL wakes other processes as it finds the time (ADR 10).
  test.each(ENDINGS)('%s in another process is refused when this one hears of it', async (_what, end) => {
    const { iri } = await anOwner(app);
    const token = await aKeptToken(other, iri);
    await end(token, iri);
    await expect.poll(() => statusOf(token, other), { interval: 10 }).toBe(401);
  });

  test('costs no statement more than what it asks for', async () => {
    const { iri } = await anOwner(app);
    const token = await aKeptToken(app, iri);
    const reads = async (): Promise<number> => {
      app.takeStatements();
      await statusOf(token, app);
      return app.takeStatements().filter((sql) => /access_token|throttle/.test(sql)).length;
    };
    // A row is read again after two seconds, so that a slow machine is given some tries.
    await expect.poll(reads, { timeout: 60_000 }).toBe(KEEPS ? 0 : 1);
  });
});

describe('the throttle of a token', () => {
  test('counts over all processes, by token, and says when it is over', async () => {
    const limit = 40;
    const config = { access_tokens: { throttle: limit } };
    const first = await startTestApp({ config });
    const second = await startTestApp({ config, databaseUrl: first.config.database.url });
    try {
      const [busy, idle] = [await aToken(first, ['read:*']), await aToken(first, ['read:*'])];
      let granted = 0;
      let refused: Headers | undefined;
      for (let at = 0; at < limit + 10; at += 1) {
        const { status, headers } = await (at % 2 === 0 ? first : second).get('/_/layouts', busy.by);
        if (status === 200) granted += 1;
        else if (status === 429) refused = headers;
        else throw new Error(`answered ${status}`);
      }
      // A process that has taken some hits may have them left, another one none.
      expect(granted).toBeLessThanOrEqual(limit);
      expect(granted).toBeGreaterThanOrEqual(limit - 2);
      expect(Number(refused?.get('retry-after'))).toBeGreaterThan(0);
      expect(await statusOf(idle, first)).toBe(200);
    } finally {
      await second.close();
      await first.close();
    }
  });
});
