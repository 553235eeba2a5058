import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSoftwareAuthenticator,
  type Forgery,
  type Options,
  type SoftwareAuthenticator,
} from '../../support/software-authenticator.js';
import { anAccount, jwtCookie, signIn } from '../accounts/client.js';
import type { AccountSite } from '../accounts/support.js';
import { addApp, requestedOf, logIn, ORIGIN, post, request, startSite } from './site.js';

let site: AccountSite;
let authenticator: SoftwareAuthenticator;
beforeEach(async () => {
  site = await startSite();
  authenticator = createSoftwareAuthenticator({ origin: ORIGIN });
});
afterEach(() => site.close());

interface Requested {
  readonly challengeId: string;
  readonly publicKey: Options & Record<string, unknown>;
}
const ask = async (path: string, sent: { cookie?: string; body?: unknown } = {}): Promise<Requested> =>
  (await post(site, path, sent)).body as unknown as Requested; // as the endpoint documents it

async function add(cookie: string, of = authenticator, forged: Forgery = {}) {
  const { challengeId, publicKey } = await ask('/me/passkeys/options', { cookie });
  const body = { challengeId, credential: of.create(publicKey, forged), name: 'Phone' };
  return post(site, '/me/passkeys', { cookie, body });
}

async function withPasskey() {
  const account = await anAccount(site);
  const cookie = await signIn(site, account.username);
  const added = await add(cookie);
  if (added.status !== 201) throw new Error(`adding: ${added.status} ${added.text}`);
  return { ...account, cookie, added };
}

async function enter(forged: Forgery = {}, sent: { ticket?: string } = {}) {
  const { challengeId, publicKey } = await ask('/login/passkey/options', { body: sent });
  const body = { challengeId, credential: authenticator.get(publicKey, forged) };
  return { answer: await post(site, '/login/passkey', { body }), body };
}

test('everyone can see whether there are passkeys', async () => {
  const offered = async (of: AccountSite) => (await request(of, 'GET /login/passkey')).body;
  expect(await offered(site)).toEqual({ '@type': 'PasskeySignIn', isOffered: true });
  const without = await startSite({ passkeys: null });
  expect(await offered(without)).toEqual({ '@type': 'PasskeySignIn', isOffered: false });
  await without.close();
});

describe('a passkey', () => {
  test('is added in a session, and signs in without a password', async () => {
    const { id, username, added, cookie } = await withPasskey();
    expect(added.body).toMatchObject({ '@type': 'Passkey', name: 'Phone', lastUsedAt: null });
    expect(added.body?.recoveryCodes).toHaveLength(10);
    const { answer } = await enter();
    expect(answer.status).toBe(204);
    const me = await request(site, 'GET /me', { cookie: jwtCookie(answer) });
    expect(me.body).toMatchObject({ username });
    const list = await request(site, 'GET /me/second_factors', { cookie });
    expect(list.body).toMatchObject({ passkeys: [{ name: 'Phone', lastUsedAt: expect.any(String) }] });
    expect(list.text).not.toContain(authenticator.credentialId);
    const { publicKey } = await ask('/me/passkeys/options', { cookie });
    expect(publicKey).toMatchObject({
      rp: { id: 'example.com', name: 'Example Site' },
      user: { id: Buffer.from(id).toString('base64url'), name: username },
      excludeCredentials: [{ id: authenticator.credentialId }],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  test('is requested after the password, by the ids of the account', async () => {
    const { username } = await withPasskey();
    const { ticket, methods } = requestedOf(await logIn(site, username));
    expect(methods).toEqual(['passkey', 'recovery_code']);
    const { publicKey } = await ask('/login/passkey/options', { body: { ticket } });
    expect(publicKey['allowCredentials']).toMatchObject([{ id: authenticator.credentialId }]);
    const open = await ask('/login/passkey/options', { body: {} });
    expect(open.publicKey['allowCredentials']).toEqual([]);
    expect((await enter({}, { ticket })).answer.status).toBe(204);
  });

  test('of another user does not continue with the ticket of this account', async () => {
    await withPasskey();
    const other = await anAccount(site);
    await addApp(site, await signIn(site, other.username));
    const { ticket } = requestedOf(await logIn(site, other.username));
    expect((await enter({}, { ticket })).answer.status).toBe(401);
  });

  const forgeries: readonly (readonly [string, Forgery])[] = [
    ['for another site', { rpId: 'example.org' }],
    ['from a page of another origin', { origin: 'https://www.example.com.example.org' }],
    ['from a page without TLS', { origin: 'http://www.example.com' }],
    ['for another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['without a PIN or a finger', { isUnverified: true }],
    ['of the other ceremony', { type: 'webauthn.forged' }],
  ];

  test.each([
    ...forgeries,
    ['by another key', { isForeign: true }],
    ['for another user', { userHandle: 'AAAA' }],
  ] as const)('that signs %s does not sign in', async (_words, forged) => {
    await withPasskey();
    const { answer } = await enter(forged);
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: 'Invalid passkey.' }]);
    expect((await enter()).answer.status).toBe(204);
  });

  test.each(forgeries)('that is created %s is not added', async (_words, forged) => {
    const { username } = await anAccount(site);
    const cookie = await signIn(site, username);
    expect((await add(cookie, authenticator, forged)).status).toBe(422);
    expect((await request(site, 'GET /me/second_factors', { cookie })).body?.passkeys).toEqual([]);
  });

  test('with a decreased counter is rejected, and the log reports a possible copy', async () => {
    await withPasskey();
    expect((await enter({ counter: 7 })).answer.status).toBe(204);
    expect((await enter({ counter: 7 })).answer.status).toBe(401);
    expect((await enter({ counter: 3 })).answer.status).toBe(401);
    expect(site.log.filter(({ msg }) => msg.includes('may be a copy'))).toHaveLength(2);
    expect((await enter({ counter: 4_294_967_295 })).answer.status).toBe(204);
  });

  test('that never counts, like synchronized ones, signs in repeatedly', async () => {
    const { username } = await anAccount(site);
    await add(await signIn(site, username), authenticator, { counter: 0 });
    expect((await enter({ counter: 0 })).answer.status).toBe(204);
    expect((await enter({ counter: 0 })).answer.status).toBe(204);
  });

  test('responds to a challenge once, within five minutes', async () => {
    await withPasskey();
    const { answer, body } = await enter({ isForeign: true });
    expect(answer.status).toBe(401);
    expect((await post(site, '/login/passkey', { body })).status).toBe(401);
    const first = await enter();
    expect(first.answer.status).toBe(204);
    expect((await post(site, '/login/passkey', { body: first.body })).status).toBe(401);
    const { challengeId, publicKey } = await ask('/login/passkey/options', { body: {} });
    site.clock.advance(300);
    const late = { challengeId, credential: authenticator.get(publicKey) };
    expect((await post(site, '/login/passkey', { body: late })).status).toBe(401);
  });

  test('of a disabled account does not sign in', async () => {
    const { id } = await withPasskey();
    const admin = await anAccount(site, { role: 'ROLE_SUPER_ADMIN' });
    const cookie = await signIn(site, admin.username);
    await request(site, `PATCH /users/${id}`, { cookie, body: { enabled: false } });
    const { answer } = await enter();
    expect([answer.status, answer.body?.message]).toEqual([401, 'Your account is currently disabled.']);
  });

  test('is renamed and removed only by its user; recovery codes are removed with the last one', async () => {
    const { added, cookie, username } = await withPasskey();
    const path = `/me/passkeys/${String(added.body?.id)}`;
    const stranger = await signIn(site, (await anAccount(site)).username);
    for (const method of ['PATCH', 'DELETE'])
      expect(
        (await request(site, `${method} ${path}`, { cookie: stranger, body: { name: 'Mine' } })).status,
      ).toBe(404);
    const renamed = await request(site, `PATCH ${path}`, { cookie, body: { name: 'Key ring' } });
    expect([renamed.status, renamed.body?.name]).toEqual([200, 'Key ring']);
    for (const name of ['', ' ', 'x'.repeat(101), 7, null])
      expect((await request(site, `PATCH ${path}`, { cookie, body: { name } })).status).toBe(422);
    expect((await request(site, `DELETE ${path}`, { cookie })).status).toBe(204);
    expect((await request(site, `DELETE ${path}`, { cookie })).status).toBe(404);
    expect((await enter()).answer.status).toBe(401);
    expect((await logIn(site, username)).status).toBe(204);
    const list = await request(site, 'GET /me/second_factors', { cookie });
    expect(list.body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });

  test('belongs to one account', async () => {
    await withPasskey();
    const other = await signIn(site, (await anAccount(site)).username);
    expect((await add(other)).status).toBe(409);
  });

  test('is not added with the challenge of another user or of a sign-in', async () => {
    const [one, other] = [await anAccount(site), await anAccount(site)];
    const [cookie, foreign] = [await signIn(site, one.username), await signIn(site, other.username)];
    const requested = [
      await ask('/me/passkeys/options', { cookie: foreign }),
      await ask('/login/passkey/options', { body: {} }),
    ];
    for (const { challengeId, publicKey } of requested) {
      const credential = authenticator.create({ ...publicKey, rp: { id: 'example.com' } });
      const answer = await post(site, '/me/passkeys', { cookie, body: { challengeId, credential } });
      expect(answer.status).toBe(422);
    }
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'credential'],
    ['a list', [1]],
    ['an empty object', {}],
    ['an id alone', { id: 'AAAA', type: 'public-key' }],
    ['invalid base64url', { id: 'ÄÖÜ', rawId: 'ÄÖÜ', response: {} }],
    ['members of other types', { id: 'AAAA', rawId: 'AAAA', type: 7, response: { clientDataJSON: 7 } }],
    [
      'text that is neither CBOR nor JSON',
      {
        ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: 'AAAA',
          attestationObject: '____',
          authenticatorData: 'A',
          signature: 'A',
        },
      },
    ],
    ['too large', { id: 'A'.repeat(50_000), response: { clientDataJSON: 'A'.repeat(50_000) } }],
  ])('that is %s is rejected, and nothing is stored', async (_words, credential) => {
    const { cookie } = await withPasskey();
    const adding = await ask('/me/passkeys/options', { cookie });
    const added = await post(site, '/me/passkeys', {
      cookie,
      body: { challengeId: adding.challengeId, credential },
    });
    expect(added.status).toBe(422);
    const { challengeId } = await ask('/login/passkey/options', { body: {} });
    const entered = await post(site, '/login/passkey', { body: { challengeId, credential } });
    expect(entered.status).toBe(401);
    const list = await request(site, 'GET /me/second_factors', { cookie });
    expect(list.body?.passkeys).toHaveLength(1);
  });
});

describe('a role that requires a second factor', () => {
  test('makes its users add a passkey before a session opens', async () => {
    await site.close();
    site = await startSite({ required_for: ['ROLE_USER'] });
    const { username } = await anAccount(site);
    const { ticket } = requestedOf(await logIn(site, username));
    const requested = await ask('/login/enrol/passkey/options', { body: { ticket } });
    const enrol = (forged: Forgery, { challengeId, publicKey }: Requested) =>
      post(site, '/login/enrol/passkey', {
        body: { ticket, challengeId, credential: authenticator.create(publicKey, forged) },
      });
    expect((await enrol({ isUnverified: true }, requested)).status).toBe(401);
    expect((await enrol({}, requested)).status).toBe(401);
    const again = await ask('/login/enrol/passkey/options', { body: { ticket } });
    const made = await enrol({}, again);
    expect(made.status).toBe(200);
    expect(made.body?.recoveryCodes).toHaveLength(10);
    expect((await request(site, 'GET /me', { cookie: jwtCookie(made) })).status).toBe(200);
    expect((await enter()).answer.status).toBe(204);
  });
});

describe('requests for options', () => {
  test('are limited to a hundred in fifteen minutes per network, and store nothing beyond that', async () => {
    const options = (address: string) => post(site, '/login/passkey/options', { body: {}, address });
    const statuses = [];
    for (let index = 0; index < 102; index += 1) statuses.push((await options('192.0.2.1')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.slice(100)).toEqual([429, 429]);
    expect((await options('192.0.2.2')).status).toBe(200);
    const stored = await site.database.all(`select * from ${site.database.table('factor_challenge')}`);
    expect(stored).toHaveLength(101);
  });
});

describe('a site without passkeys', () => {
  test('has no passkey endpoints', async () => {
    await site.close();
    site = await startSite({ passkeys: null });
    for (const path of ['/login/passkey/options', '/login/passkey'])
      expect((await post(site, path, { body: {} })).status).toBe(404);
  });
});
