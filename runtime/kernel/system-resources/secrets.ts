import { createHash, randomBytes } from 'node:crypto';

/** Secrets that are shown once and stored as SHA-256: 256 random bits do not need a slow hash. */
export interface Secrets {
  readonly prefix: string;
  /** Returns a new secret with its hash. */
  create(): { readonly secret: string; readonly hash: string };
  /** Hashes a secret for storage and lookup. Returns undefined for a malformed one. */
  hashOf(secret: string): string | undefined;
}

/** Creates secrets with a prefix, by which scanners recognize leaked ones. */
export function createSecrets(prefix = ''): Secrets {
  const length = prefix.length + 43; // 256 bits as base64url
  const isSecret = (text: string): boolean =>
    text.length === length && text.startsWith(prefix) && /^[\w-]+$/.test(text.slice(prefix.length));
  return {
    prefix,
    create() {
      const secret = prefix + randomBytes(32).toString('base64url');
      return { secret, hash: sha256(secret) };
    },
    hashOf: (secret) => (isSecret(secret) ? sha256(secret) : undefined),
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
