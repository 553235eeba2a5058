import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { openBrowser } from './browser.js';
import { type Forger, now, startForger } from './forger.js';
import { anAccount, type OpenidSite, startOpenidSite } from './site.js';

let forger: Forger;
let site: OpenidSite;
const log: LogEntry[] = [];
const note = (entry: LogEntry): void => void log.push(entry);

beforeAll(async () => {
  forger = await startForger();
  site = await startOpenidSite({
    issuer: forger.issuer,
    provider: { sign_up: 'anybody' },
    log: { error: note, warn: note, info: note, debug: note },
  });
  await anAccount(site, 'victim');
});
afterAll(async () => {
  await site.close();
  await forger.close();
});
afterEach(() => {
  forger.instead.clear();
  forger.silent.clear();
});

/** Signs in with an ID token of the test. Returns the reason for a failure, and the browser. */
async function signIn(idToken: Forger['idToken'], change = (back: string): string => back) {
  forger.idToken = idToken;
  const browser = openBrowser();
  const start = await browser.send('GET', `${site.url}/login/oidc/op`);
  const back = change(forger.answer(start.headers.get('location') ?? ''));
  const { url } = await browser.visit(back);
  return { browser, error: url.searchParams.get('sign_in_error') };
}

const changed =
  (change: object): Forger['idToken'] =>
  (nonce) =>
    forger.sign({ ...forger.good(nonce), ...change });
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const stored = async () => {
  const table = (name: string) => site.app.app.database.table(name);
  const [identities, users, sessions] = await Promise.all(
    ['external_identity', 'user', 'session'].map((name) => site.rows(`select t.id from ${table(name)} t`)),
  );
  return { identities, users, sessions };
};

describe('an ID token', () => {
  const wrong: readonly (readonly [string, Forger['idToken']])[] = [
    ['for another client', changed({ aud: 'other' })],
    ['for several clients, without saying for whom', changed({ aud: ['cms', 'other'] })],
    ['of another issuer', changed({ iss: 'https://other.example' })],
    ['with another nonce', changed({ nonce: 'other' })],
    ['without a nonce', changed({ nonce: undefined })],
    ['that ended a minute ago', changed({ iat: now() - 120, exp: now() - 60 })],
    ['without an end', changed({ exp: undefined })],
    ['that begins in an hour', changed({ nbf: now() + 3600 })],
    ['without a subject', changed({ sub: undefined })],
    ['with a subject that is too long', changed({ sub: 'x'.repeat(256) })],
    ['signed by another key', (nonce) => forger.sign(forger.good(nonce), { foreign: true })],
    [
      'that is not signed',
      (nonce) => `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(forger.good(nonce))}.`,
    ],
    [
      'whose claims were changed',
      async (nonce) => {
        const [head = '', , signature = ''] = (await forger.sign(forger.good(nonce))).split('.');
        return [head, encoded({ ...forger.good(nonce), sub: 'admin' }), signature].join('.');
      },
    ],
    ['that is none', () => 'none'],
  ];

  test.each(wrong)('%s does not sign in, and nothing is stored', async (_name, idToken) => {
    const before = await stored();
    const { browser, error } = await signIn(idToken);
    expect(error).toBe('failed');
    expect(await site.nameOf(browser)).toBeUndefined();
    expect(await stored()).toEqual(before);
  });

  test('with a clock that is some seconds ahead or behind is accepted', async () => {
    const ahead = await signIn(changed({ iat: now() + 10, exp: now() + 600 }));
    expect(ahead.error).toBeNull();
    const behind = await signIn(changed({ iat: now() - 600, exp: now() - 10 }));
    expect(behind.error).toBeNull();
    expect(await site.nameOf(behind.browser)).toBe('victim');
  });
});

describe('a provider', () => {
  test.each([
    ['returns an error of its own', { status: 500, body: 'oops' }, 'unavailable'],
    ['returns an HTML page', { status: 200, body: '<html>' }, 'unavailable'],
    ['rejects the code', { status: 400, body: '{"error":"invalid_grant"}' }, 'failed'],
    ['returns no ID token', { status: 200, body: '{"access_token":"x","token_type":"bearer"}' }, 'failed'],
  ])('that %s signs no one in', async (_name, answer, reason) => {
    const before = await stored();
    forger.instead.set('/token', answer);
    expect((await signIn(changed({}))).error).toBe(reason);
    expect(await stored()).toEqual(before);
  });

  test('that never responds results in a timeout', async () => {
    forger.silent.add('/token');
    expect((await signIn(changed({}))).error).toBe('unavailable');
  }, 30_000);

  test("that declines with an error is logged without the error's text", async () => {
    const { error } = await signIn(changed({}), (back) => {
      const url = new URL(back);
      url.searchParams.delete('code');
      url.searchParams.set('error', 'server_error<script>');
      url.searchParams.set('error_description', 'private words');
      return url.href;
    });
    expect(error).toBe('failed');
  });

  test('leaves no code, token or text of its own in the log', () => {
    const text = JSON.stringify(log);
    expect(text).toContain('single sign-on failed');
    for (const secret of ['secret-code', 'secret-access', 'eyJ', 'private words', 'script>', 'victim@'])
      expect(text).not.toContain(secret);
  });
});

describe('GET /login/oidc/{provider} while the provider is unavailable', () => {
  test('results in 503 with a plain message, and works once it is back', async () => {
    const away = await startForger();
    away.instead.set('/.well-known/openid-configuration', { status: 502, body: '' });
    const other = await startOpenidSite({ issuer: away.issuer });
    const refused = await other.app.get('/login/oidc/op');
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('The Provider cannot be reached at the moment.');
    away.instead.set('/.well-known/openid-configuration', {
      status: 200,
      body: '{"issuer":"https://other.example"}',
    });
    expect((await other.app.get('/login/oidc/op')).status).toBe(503);
    away.instead.clear();
    expect((await other.app.get('/login/oidc/op')).status).toBe(302);
    await other.close();
    await away.close();
  });
});
