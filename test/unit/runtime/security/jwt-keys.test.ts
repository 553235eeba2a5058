import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadJwtKeys } from '../../../../runtime/features/accounts/authentication/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-keys-'));
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' },
  });
  await writeFile(join(folder, 'private.pem'), pair.privateKey);
  await writeFile(join(folder, 'public.pem'), pair.publicKey);
  await writeFile(join(folder, 'junk.pem'), 'junk');
  const short = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' },
  });
  await writeFile(join(folder, 'short.pem'), short.privateKey);
  await writeFile(join(folder, 'short-public.pem'), short.publicKey);
});
afterAll(() => rm(folder, { recursive: true }));

interface Setup {
  readonly secret?: string | null;
  readonly open?: string | null;
  readonly passphrase?: string | null;
  readonly conveniences?: boolean;
}

function load({
  secret = 'private.pem',
  open = 'public.pem',
  passphrase = 'open sesame',
  conveniences = false,
}: Setup) {
  const path = (name: string | null): string | null => (name === null ? null : join(folder, name));
  return loadJwtKeys({
    conveniences,
    dataDir: join(folder, 'var'),
    jwt: {
      tokenTtl: 3600,
      secretKeyPath: path(secret),
      publicKeyPath: path(open),
      passphrase,
      cookieSameSite: 'lax',
    },
  });
}

describe('loadJwtKeys', () => {
  test('reads a key pair with a passphrase', async () => {
    expect((await load({})).privateKey.asymmetricKeyType).toBe('rsa');
  });

  test.each<[string, Setup, RegExp]>([
    ['no private key', { secret: null }, /JWT_SECRET_KEY/],
    ['no public key', { open: null }, /JWT_PUBLIC_KEY/],
    ['no passphrase', { passphrase: null }, /JWT_PASSPHRASE/],
    ['the wrong passphrase', { passphrase: 'wrong' }, /JWT_PASSPHRASE/],
    ['a missing file', { secret: 'absent.pem' }, /JWT_SECRET_KEY/],
    ['a file without a key', { open: 'junk.pem' }, /JWT_PUBLIC_KEY/],
    [
      'a short key',
      { secret: 'short.pem', open: 'short-public.pem' },
      /^JWT_SECRET_KEY has 1024 bits, but RS256 requires at least 2048: generate a pair with openssl/,
    ],
  ])('%s prevents the start and names the variable', async (_name, setup, message) => {
    await expect(load(setup)).rejects.toThrow(message);
  });

  test('creates one pair in the data folder for two concurrent starts in development', async () => {
    const setup = { secret: null, open: null, passphrase: null, conveniences: true };
    const [first, second] = await Promise.all([load(setup), load(setup)]);
    expect(first.publicKey.equals(second.publicKey)).toBe(true);
    expect((await load(setup)).publicKey.equals(first.publicKey)).toBe(true);
    expect((await stat(join(folder, 'var', 'jwt', 'private.pem'))).mode & 0o077).toBe(0);
  });
});
