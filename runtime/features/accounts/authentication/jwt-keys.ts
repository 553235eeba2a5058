import { createPrivateKey, createPublicKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AccountsConfig } from '../settings.js';
import { makePrivateFolder } from '../../../kernel/util/private-files.js';
import { ProjectError } from '../../../project/project-error.js';

export interface JwtKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Minimum key size of RFC 7518 section 3.3; signing with a shorter key fails. */
const MINIMUM_BITS = 2048;
const RECIPE =
  'generate a pair with openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -aes256 and openssl pkey -pubout.';

type KeyConfig = Pick<AccountsConfig, 'jwt' | 'conveniences' | 'dataDir'>;

/**
 * Loads the key pair at startup. Without configured keys, development environments generate a pair in the data folder.
 * @throws ProjectError naming the variable if a key is missing, unreadable or locked by another passphrase.
 */
export async function loadJwtKeys(config: KeyConfig): Promise<JwtKeys> {
  const { secretKeyPath, publicKeyPath, passphrase } = config.jwt;
  if (areMade(config)) return madeKeys(config.dataDir);
  if (secretKeyPath === null) throw missing('JWT_SECRET_KEY', 'the path of the private RSA key');
  if (publicKeyPath === null) throw missing('JWT_PUBLIC_KEY', 'the path of the public RSA key');
  if (passphrase === null) throw missing('JWT_PASSPHRASE', 'the passphrase of the private key');
  const secretPem = await readPem('JWT_SECRET_KEY', secretKeyPath);
  const privateKey = unlock(secretPem, passphrase);
  const publicPem = await readPem('JWT_PUBLIC_KEY', publicKeyPath);
  return assertPair(privateKey, parsePublic(publicPem));
}

/**
 * Validates the keys like a startup does, but generates none.
 * @throws ProjectError like `loadJwtKeys`
 */
export async function assertJwtKeys(config: KeyConfig): Promise<void> {
  await (areMade(config) ? readMadeKeys(join(config.dataDir, 'jwt')) : loadJwtKeys(config));
}

const areMade = ({ jwt: { secretKeyPath, publicKeyPath }, conveniences }: KeyConfig): boolean =>
  secretKeyPath === null && publicKeyPath === null && conveniences;

/**
 * Generates temporary keys for maintenance commands, which neither sign in users nor check sessions. Reads and stores
 * nothing.
 */
export async function makePassingKeys(): Promise<JwtKeys> {
  return promisify(generateKeyPair)('rsa', { modulusLength: MINIMUM_BITS });
}

const missing = (variable: string, meaning: string): Error =>
  new ProjectError(
    `${variable} is not set. Set it to ${meaning}; JWT keys are only generated in development.`,
  );

async function readPem(variable: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ProjectError(
      `${variable}: the key file ${path} cannot be read. Check the path and its permissions.`,
      { cause },
    );
  }
}

function unlock(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch (cause) {
    throw new ProjectError('JWT_SECRET_KEY is not a private key in PEM format, or JWT_PASSPHRASE is wrong.', {
      cause,
    });
  }
}

function parsePublic(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (cause) {
    throw new ProjectError('JWT_PUBLIC_KEY is not a public key in PEM format.', { cause });
  }
}

function assertPair(privateKey: KeyObject, publicKey: KeyObject): JwtKeys {
  if (privateKey.asymmetricKeyType !== 'rsa')
    throw new ProjectError('JWT_SECRET_KEY is not an RSA key. Tokens are signed with RS256.');
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MINIMUM_BITS)
    throw new ProjectError(
      `JWT_SECRET_KEY has ${bits} bits, but RS256 requires at least ${MINIMUM_BITS}: ${RECIPE}`,
    );
  if (!createPublicKey(privateKey).equals(publicKey)) {
    throw new ProjectError('JWT_PUBLIC_KEY does not match JWT_SECRET_KEY.');
  }
  return { privateKey, publicKey };
}

async function madeKeys(dataDir: string): Promise<JwtKeys> {
  const folder = join(dataDir, 'jwt');
  const present = await readMadeKeys(folder);
  if (present !== undefined) return present;
  await makeKeys(dataDir, folder);
  const made = await readMadeKeys(folder);
  if (made === undefined)
    throw new ProjectError(
      `The JWT keys in ${folder} cannot be read. Delete the folder to generate new keys.`,
    );
  return made;
}

async function readMadeKeys(folder: string): Promise<JwtKeys | undefined> {
  try {
    const [pem, passphrase] = await Promise.all([
      readFile(join(folder, 'private.pem'), 'utf8'),
      readFile(join(folder, 'passphrase'), 'utf8'),
    ]);
    const privateKey = unlock(pem, passphrase.trim());
    return assertPair(privateKey, createPublicKey(privateKey));
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/**
 * Generates a key pair in a temporary folder and renames it, so that processes starting at the same time use the same
 * pair.
 */
async function makeKeys(dataDir: string, folder: string): Promise<void> {
  await makePrivateFolder(dataDir);
  const draft = await mkdtemp(join(dataDir, 'jwt-'));
  const passphrase = randomBytes(24).toString('base64url');
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: MINIMUM_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
  });
  const secret = { mode: 0o600 };
  await writeFile(join(draft, 'private.pem'), pair.privateKey, secret);
  await writeFile(join(draft, 'public.pem'), pair.publicKey);
  await writeFile(join(draft, 'passphrase'), `${passphrase}\n`, secret);
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
}

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
