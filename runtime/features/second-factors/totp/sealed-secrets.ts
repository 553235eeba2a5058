import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** Encrypts secrets that must be read again, such as those of authenticator apps. */
export interface SealedSecrets {
  seal(secret: Buffer, boundTo: string): string;
  /** Undefined for what no known key opens, or what was sealed for somebody else. */
  open(sealed: string, boundTo: string): OpenedSecret | undefined;
}

export interface OpenedSecret {
  readonly secret: Buffer;
  /** Another key than the present one sealed it: it is sealed anew when it is used. */
  readonly isOutdated: boolean;
}

interface Key {
  readonly id: string;
  readonly bytes: Buffer;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'second factors of sign-in';

/**
 * Keys follow by HKDF from the configured texts, of which the first seals, and behind them from the key that the service signs with, which
 * seals where none is configured. All of them open.
 */
export function createSealedSecrets(texts: readonly string[], signingKey: KeyObject): SealedSecrets {
  const materials = [...texts, signingKey.export({ type: 'pkcs8', format: 'der' })];
  const keys = materials.map(keyOf);
  const byId = new Map(keys.map((key) => [key.id, key]));
  const [present] = keys as [Key, ...Key[]]; // the signing key is always there
  return {
    seal(secret, boundTo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, present.bytes, nonce).setAAD(Buffer.from(boundTo));
      const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return `${present.id}.${sealed.toString('base64url')}`;
    },
    open(sealed, boundTo) {
      const [id = '', text = ''] = sealed.split('.');
      const key = byId.get(id);
      const bytes = Buffer.from(text, 'base64url');
      if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const secret = decrypt(bytes, key, boundTo);
      return secret && { secret, isOutdated: key !== present };
    },
  };
}

function decrypt(bytes: Buffer, key: Key, boundTo: string): Buffer | undefined {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(bytes.length - TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key.bytes, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag);
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}

function keyOf(material: string | Buffer): Key {
  const bytes = Buffer.from(hkdfSync('sha256', material, '', PURPOSE, 32));
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes };
}
