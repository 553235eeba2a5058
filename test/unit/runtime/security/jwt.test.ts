import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createJwtCookie,
  createJwtReader,
  createJwtSigner,
} from '../../../../runtime/features/accounts/authentication/index.js';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const now = new Date('2026-01-02T03:04:05Z');
const cookie = createJwtCookie({
  refreshToken: { cookieName: 'api_component', ttl: 604_800 },
  jwt: {
    tokenTtl: 3600,
    secretKeyPath: null,
    publicKeyPath: null,
    passphrase: null,
    cookieSameSite: 'strict',
  },
});
const reader = createJwtReader({ keys, cookie, clock: { now: () => now } });
const issuedAt = Math.floor(now.getTime() / 1000);
const claims = {
  iat: issuedAt,
  exp: issuedAt + 3600,
  sid: '11111111-1111-4111-8111-111111111111',
  id: '22222222-2222-4222-8222-222222222222',
  username: 'alice',
  roles: ['ROLE_USER'],
  emailAddress: 'alice@example.com',
  emailAddressVerified: true,
  newEmailAddress: null,
};
const sign = (payload: object): string =>
  // Some of the tests need a payload without required claims.
  createJwtSigner(keys.privateKey).sign(JSON.parse(JSON.stringify(payload)) as typeof claims);
const kindOf = async (headers: Record<string, string>): Promise<string> => (await reader.read(headers)).kind;

describe('JWT reader', () => {
  test.each([
    ['a token in the cookie', { cookie: `other=1; api_component=${sign(claims)}` }, 'valid'],
    ['a Bearer token', { authorization: `Bearer ${sign(claims)}` }, 'valid'],
    ['a lower-case prefix', { authorization: `bearer ${sign(claims)}` }, 'valid'],
    [
      'the header before the cookie',
      { authorization: `Bearer ${sign(claims)}`, cookie: 'api_component=x' },
      'valid',
    ],
    ['another kind of header', { authorization: 'Basic YTpi' }, 'absent'],
    ['an empty header', { authorization: '' }, 'absent'],
    ['an authorization header with three parts', { authorization: `Bearer ${sign(claims)} more` }, 'absent'],
    ['an expired token', { cookie: `api_component=${sign({ ...claims, exp: issuedAt })}` }, 'expired'],
    [
      'a token without a user',
      { cookie: `api_component=${sign({ ...claims, username: undefined })}` },
      'invalid',
    ],
    [
      'a token without a session',
      { cookie: `api_component=${sign({ ...claims, sid: undefined })}` },
      'invalid',
    ],
    [
      'a token that never expires',
      { cookie: `api_component=${sign({ ...claims, exp: undefined })}` },
      'invalid',
    ],
    ['a cleared cookie', { cookie: 'api_component=x.x.x' }, 'invalid'],
  ])('handles %s', async (_name, headers: Record<string, string>, want) => {
    expect(await kindOf(headers)).toBe(want);
  });

  test('refuses HS256 with the public key as the secret', async () => {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    const secret = keys.publicKey.export({ type: 'spki', format: 'pem' });
    const signature = createHmac('sha256', secret).update(content).digest('base64url');
    expect(await kindOf({ authorization: `Bearer ${content}.${signature}` })).toBe('invalid');
  });

  test('refuses a token signed with another key', async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwt = createJwtSigner(other.privateKey).sign(claims);
    expect(await kindOf({ authorization: `Bearer ${jwt}` })).toBe('invalid');
  });
});
