import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { speaksMysql } from '../../support/database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { isKeeping, startCachingApp } from '../response-cache/support.js';
import { anOwner, aToken, SUPER, type TestToken } from './support.js';

/** On MariaDB a statement checks for writes of other processes. It costs as much as reading the token row. */
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

/** Creates a token that the process has already cached. */
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

describe('a cached token', () => {
  test.each(ENDINGS)('%s is rejected in the next request', async (_what, end) => {
    const { iri } = await anOwner(app);
    const token = await aKeptToken(app, iri);
    await end(token, iri);
    expect(await statusOf(token, app)).toBe(401);
  });

  // As with sessions, PostgreSQL notifies other processes with a delay (ADR 10).
  test.each(ENDINGS)(
    '%s in another process is rejected once this process is notified',
    async (_what, end) => {
      const { iri } = await anOwner(app);
      const token = await aKeptToken(other, iri);
      await end(token, iri);
      await expect.poll(() => statusOf(token, other), { interval: 10 }).toBe(401);
    },
  );

  test('needs no statement beyond those of the request', async () => {
    const { iri } = await anOwner(app);
    const token = await aKeptToken(app, iri);
    const reads = async (): Promise<number> => {
      app.takeStatements();
      await statusOf(token, app);
      return app.takeStatements().filter((sql) => /access_token|throttle/.test(sql)).length;
    };
    // A row is read again after two seconds, so a slow machine gets several tries.
    await expect.poll(reads, { timeout: 60_000 }).toBe(KEEPS ? 0 : 1);
  });
});

describe('the rate limit of a token', () => {
  test('applies across all processes, per token, and reports when it resets', async () => {
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
      // A process that has reserved hits may have some left while another one has none.
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
