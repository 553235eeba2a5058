import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { ACCOUNTS } from '../../runtime/features/accounts/public-api.js';
import { freePort } from '../support/free-port.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { browserTitle, hasChromium, launchChromium, SLOW } from './chromium.js';

let app: TestApp;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  if (!hasChromium) return;
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const mfa = { passkeys: { rp_id: 'localhost', origins: [origin] } };
  app = await startTestApp({ port, config: { user: { mfa } } });
  browser = await launchChromium();
}, SLOW);
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** Code of docs/how-to/second-factors.md, as a page runs it. */
const CEREMONIES = `
  globalThis.post = async (path, body) => {
    const answer = await fetch('/_api' + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };
  globalThis.add = async () => {
    const { body } = await post('/me/passkeys/options');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(body.publicKey);
    const credential = await navigator.credentials.create({ publicKey });
    return post('/me/passkeys', { challengeId: body.challengeId, credential: credential.toJSON(), name: 'Browser' });
  };
  globalThis.enter = async () => {
    const { body } = await post('/login/passkey/options', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(body.publicKey);
    const credential = await navigator.credentials.get({ publicKey });
    return post('/login/passkey', { challengeId: body.challengeId, credential: credential.toJSON() });
  };
  globalThis.me = async () => (await fetch('/_api/me')).status;
`;

test.skipIf(!hasChromium)(
  browserTitle('a passkey that a browser makes signs in without a password, and with the user verified only'),
  async () => {
    const account = { username: 'keeper', password: 'correct horse battery' };
    await app.app.get(ACCOUNTS).createAccount({
      ...account,
      ...{ emailAddress: 'keeper@example.com', role: 'ROLE_ADMIN', enabled: true, overwrite: false },
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${origin}/_api/_/health`);
    await page.evaluate(CEREMONIES);
    const run = (code: string): Promise<unknown> => page.evaluate(code);
    const credentials = JSON.stringify(account);
    expect(await run(`post('/login', ${credentials})`)).toMatchObject({ status: 204 });
    expect(await run('add()')).toMatchObject({ status: 201, body: { name: 'Browser' } });
    await context.clearCookies();
    expect(await run('me()')).toBe(401);
    expect(await run('enter()')).toMatchObject({ status: 204 });
    expect(await run('me()')).toBe(200);
    expect(await run(`post('/login', ${credentials})`)).toMatchObject({
      status: 401,
      body: { mfa: { methods: ['passkey', 'recovery_code'] } },
    });
    await context.clearCookies();
    await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await run('enter().catch(({ name }) => name)')).toBe('NotAllowedError');
    expect(await run('me()')).toBe(401);
  },
  SLOW,
);
