import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { codeOf, stepAt } from '../../../runtime/features/second-factors/totp/codes.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { PASSWORD } from '../accounts/client.js';
import { secretOf } from './site.js';

const ORIGIN = { origin: 'http://localhost:3000' };
/** Wrong codes of an account within fifteen minutes, and within a day. */
const QUARTER = 10;
const DAY = 50;

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
const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000));

let count = 0;

/** Creates an account with an authenticator app, and a sign-in that waits for its code. */
async function anAccount() {
  const app = process(0);
  const username = `user${(count += 1)}`;
  await app.app.get(ACCOUNTS).createAccount({
    ...{ username, emailAddress: `${username}@example.com`, password: PASSWORD },
    ...{ role: 'ROLE_USER', enabled: true, overwrite: false },
  });
  const credentials = { username, password: PASSWORD };
  const signedIn = await app.post('/login', credentials);
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const headers = { ...ORIGIN, cookie };
  const secret = secretOf((await app.post('/me/totp', undefined, { headers })) as never); // only its body is read
  const code = codeOf(secret, stepAt(now));
  await app.post('/me/totp/confirm', { code }, { headers });
  pass(30);
  return { credentials, secret };
}

async function ticketOf(credentials: object): Promise<string> {
  const answer = await process(0).post('/login', credentials);
  return (answer.body as { mfa: { ticket: string } }).mfa.ticket;
}

/** Returns a code that is invalid now and in adjacent steps. */
function wrongCode(secret: Buffer): string {
  const right = [-1, 0, 1].map((offset) => codeOf(secret, stepAt(now) + offset));
  return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? '';
}

const enter = async (index: number, body: object, address = `192.0.2.${index % 250}`): Promise<number> =>
  (await process(index).post('/login/second_factor', body, { headers: { 'X-Forwarded-For': address } }))
    .status;

describe('wrong codes', () => {
  test('are limited per account over all processes and networks, even if simultaneous', async () => {
    const { credentials, secret } = await anAccount();
    const ticket = await ticketOf(credentials);
    const guesses = Array.from({ length: QUARTER + 5 }, (_none, index) =>
      enter(index, { ticket, code: wrongCode(secret) }),
    );
    const statuses = (await Promise.all(guesses)).sort();
    expect(statuses).toEqual([...Array<number>(QUARTER).fill(401), ...Array<number>(5).fill(429)]);
    expect(await enter(0, { ticket, code: codeOf(secret, stepAt(now)) })).toBe(429);
    pass(900);
    const again = await ticketOf(credentials);
    expect(await enter(1, { ticket: again, code: codeOf(secret, stepAt(now)) })).toBe(204);
  });

  test('never exceed ten in 15 minutes and fifty in a day, whatever their times and processes', async () => {
    const guess = fc.record({
      wait: fc.constantFrom(0, 0, 0, 30, 200, 450, 900, 3600),
      process: fc.nat(1),
      isCode: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(guess, { minLength: 20, maxLength: 70 }), async (guesses) => {
        const { credentials, secret } = await anAccount();
        const evaluated: number[] = [];
        for (const [at, { wait, process: index, isCode }] of guesses.entries()) {
          pass(wait);
          const ticket = await ticketOf(credentials);
          const code = isCode ? wrongCode(secret) : 'aaaa-bbbb-cccc-dddd';
          const status = await enter(index, { ticket, code }, `192.0.${count % 250}.${at}`);
          expect([401, 429]).toContain(status);
          if (status === 401) evaluated.push(now.getTime());
        }
        // A window starts with its first attempt, so the end of one and the start of another may be close
        // together.
        const within = (seconds: number): number =>
          Math.max(
            0,
            ...evaluated.map(
              (from) => evaluated.filter((one) => one >= from && one < from + seconds * 1000).length,
            ),
          );
        expect(within(900)).toBeLessThanOrEqual(2 * QUARTER - 1);
        expect(within(86_400)).toBeLessThanOrEqual(2 * DAY - 1);
        expect(evaluated.length).toBeGreaterThan(0);
      }),
      { numRuns: 3, seed: 7 },
    );
  });
});
