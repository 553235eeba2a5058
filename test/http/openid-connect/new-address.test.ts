import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { ACCOUNTS } from '../../../runtime/features/accounts/public-api.js';
import { codeOf, stepAt } from '../../../runtime/features/second-factors/totp/codes.js';
import { startMailServer, type TestMailServer } from '../accounts/mail-server.js';
import { type Browser, openBrowser } from './browser.js';
import { type OpenidSite, startOpenidSite } from './site.js';

const START = Math.floor(Date.now() / 1000) * 1000;
let passed = 0;
let site: OpenidSite;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startMailServer();
  site = await startOpenidSite({
    provider: { sign_up: 'anybody' },
    user: {
      new_email_confirmation: { email: { default_redirect_path: '/confirm/{{ username }}/{{ token }}' } },
    },
    clock: { now: () => new Date(START + passed * 1000) },
    env: { MAILER_DSN: mail.dsn, MAILER_FROM: 'site@example.com' },
  });
});
afterAll(async () => {
  await site.close();
  await mail.close();
});

/** Creates a user who has only ever signed in with the provider. */
async function aStranger(name: string) {
  site.provider.people.set(`sub-${name}`, { email: `${name}@example.com`, email_verified: true });
  const browser = openBrowser();
  await site.signIn(browser, `sub-${name}`);
  const row = () =>
    site.app.app.get(ACCOUNTS).rows.byEmailAddress(site.app.app.database, `${name}@example.com`);
  const id = (await row())?.id ?? '';
  return { browser, row, id, change: (newEmailAddress: string) => patch(browser, id, { newEmailAddress }) };
}

async function patch(browser: Browser, id: string, body: JsonObject) {
  const url = `${site.url}/users/${id}`;
  const response = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json', cookie: browser.cookiesFor(url) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

describe('a new e-mail address of an account without a password', () => {
  test('requires a sign-in within ten minutes', async () => {
    const { change, row } = await aStranger('nora');
    const answer = await change('nora-new@example.com');
    expect([answer.status, answer.body.newEmailAddress]).toEqual([200, 'nora-new@example.com']);
    passed += 601;
    const late = await change('nora-newer@example.com');
    expect([late.status, late.body.proofs]).toEqual([403, []]);
    expect((await row())?.newEmailAddress).toBe('nora-new@example.com');
    expect(mail.received.some(({ to }) => to.includes('nora-newer@example.com'))).toBe(false);
  });

  test('accepts a confirmation by code instead, if it has a second factor', async () => {
    const { browser, change } = await aStranger('omar');
    const post = async (path: string, body: JsonObject = {}) => {
      const page = await browser.post(site.url + path, body);
      return { status: page.status, body: JSON.parse(page.text) as JsonObject };
    };
    const secret = decode(String((await post('/me/totp')).body.secret));
    const code = () => codeOf(secret, stepAt(new Date(START + passed * 1000)));
    expect((await post('/me/totp/confirm', { code: code() })).status).toBe(200);
    passed += 601;
    const refused = await change('omar-new@example.com');
    expect([refused.status, refused.body.proofs]).toEqual([403, ['code']]);
    expect((await post('/me/proof', { code: code() })).status).toBe(200);
    expect((await change('omar-new@example.com')).status).toBe(200);
  });

  test('accepts no password for such an account', async () => {
    await aStranger('pia');
    for (const password of ['*', '', 'a password that nobody has']) {
      const answer = await site.app.post('/login', { username: 'pia@example.com', password });
      expect([400, 401]).toContain(answer.status);
    }
  });
});

function decode(base32: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...base32].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
