import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../generated/client/index.js';
import { secondFactorsOf } from '../../../generated/client/second-factors.js';
import { createSoftwareAuthenticator, type Options } from '../../support/software-authenticator.js';
import { anAccount, PASSWORD } from '../accounts/client.js';
import type { AccountSite } from '../accounts/support.js';
import { codeNow, nextStep, ORIGIN, secretOf, startSite } from '../second-factors/site.js';

let site: AccountSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await site.close();
});

/** Creates a separate client, like another browser. */
function aClient() {
  const client = createClient({ baseUrl: site.url });
  return { client, factors: secondFactorsOf(client) };
}

async function signedIn(username: string) {
  const caller = aClient();
  expect(await caller.factors.login(username, PASSWORD)).toBeUndefined();
  return caller;
}

const decoded = (secret: string): Buffer =>
  secretOf({ status: 200, headers: new Headers(), cookies: [], body: { secret }, text: '' });

/** Stubs the authenticator of a browser, which does not exist here. */
function stubBrowser(): void {
  const authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
  class Credential {
    static parseCreationOptionsFromJSON = (json: Options): Options => json;
    static parseRequestOptionsFromJSON = (json: Options): Options => json;
    constructor(readonly toJSON: () => unknown) {}
  }
  interface Requested {
    readonly publicKey: Options;
  }
  vi.stubGlobal('PublicKeyCredential', Credential);
  vi.stubGlobal('navigator', {
    credentials: {
      create: ({ publicKey }: Requested) =>
        Promise.resolve(new Credential(() => authenticator.create(publicKey))),
      get: ({ publicKey }: Requested) => Promise.resolve(new Credential(() => authenticator.get(publicKey))),
    },
  });
}

describe('second factors with the generated client', () => {
  test('adds an app, requires it at sign-in, confirms the identity with it and removes it', async () => {
    const { username } = await anAccount(site);
    const { factors } = await signedIn(username);
    const secret = decoded((await factors.addApp()).secret);
    const { recoveryCodes } = await factors.confirmApp(codeNow(site, secret));
    expect(recoveryCodes).toHaveLength(10);
    nextStep(site);

    const other = aClient();
    await expect(other.factors.login(username, 'wrong')).rejects.toMatchObject({ status: 401 });
    const requested = await other.factors.login(username, PASSWORD);
    expect(requested).toMatchObject({ expiresIn: 300, methods: ['totp', 'recovery_code'] });
    expect(await other.client.me()).toBeNull();
    const ticket = requested?.ticket ?? '';
    await expect(other.factors.enter(ticket, 'wrong')).rejects.toMatchObject({ status: 401 });
    await other.factors.enter(ticket, codeNow(site, secret));
    expect(await other.client.me()).toMatchObject({ username });

    site.clock.advance(601);
    await expect(other.factors.removeApp()).rejects.toMatchObject({ status: 403 });
    await other.factors.prove({ code: codeNow(site, secret) });
    expect((await other.factors.renewCodes()).recoveryCodes).toHaveLength(10);
    const listed = await other.factors.list();
    expect(listed).toMatchObject({ isRequired: false, passkeys: [], recoveryCodesLeft: 10 });
    expect([listed.totp?.createdAt, listed.provedUntil]).toEqual([expect.any(String), expect.any(String)]);
    await other.factors.removeApp();
    expect((await other.factors.list()).totp).toBeNull();
    await signedIn(username);
  });

  test('creates passkeys, signs in with them without a password, renames and removes them', async () => {
    stubBrowser();
    const { username } = await anAccount(site);
    const { factors } = await signedIn(username);
    const { id, name, recoveryCodes } = await factors.addPasskey('Phone');
    expect([name, recoveryCodes?.length]).toEqual(['Phone', 10]);

    const other = aClient();
    await other.factors.enterByPasskey();
    expect(await other.client.me()).toMatchObject({ username });
    const third = aClient();
    const requested = await third.factors.login(username, PASSWORD);
    expect(requested?.methods).toContain('passkey');
    await third.factors.enterByPasskey(requested?.ticket);
    expect(await third.client.me()).toMatchObject({ username });

    expect((await factors.renamePasskey(id, 'Key ring')).name).toBe('Key ring');
    expect((await factors.list()).passkeys).toMatchObject([{ id, name: 'Key ring' }]);
    await factors.removePasskey(id);
    expect((await factors.list()).passkeys).toEqual([]);
  });

  test('adds a second factor during sign-in if a role requires one', async () => {
    await site.close();
    site = await startSite({ required_for: ['ROLE_USER'] });
    stubBrowser();
    const [one, another] = [await anAccount(site), await anAccount(site)];
    const { client, factors } = aClient();
    const requested = await factors.login(one.username, PASSWORD);
    expect(requested).toMatchObject({ methods: [], enrol: ['totp', 'passkey'] });
    const { secret } = await factors.enrol(requested?.ticket ?? '');
    const codes = await factors.confirmEnrolment(requested?.ticket ?? '', codeNow(site, decoded(secret)));
    expect(codes.recoveryCodes).toHaveLength(10);
    expect(await client.me()).toMatchObject({ username: one.username });

    const other = aClient();
    const { ticket = '' } = (await other.factors.login(another.username, PASSWORD)) ?? {};
    expect((await other.factors.enrolPasskey(ticket, 'Phone')).recoveryCodes).toHaveLength(10);
    expect((await other.factors.list()).passkeys).toMatchObject([{ name: 'Phone' }]);
  });
});

test('reports a browser without a matching passkey', async () => {
  stubBrowser();
  vi.stubGlobal('navigator', { credentials: { get: () => Promise.resolve(null) } });
  await expect(aClient().factors.enterByPasskey()).rejects.toThrow('The browser answered with no passkey.');
});
