import type { KeyObject } from 'node:crypto';
import { createSealedTexts, deriveBytes, type SealedTexts } from '../../../kernel/util/text/sealed-texts.js';

/** Encrypts secrets that must be readable, such as those of authenticator apps. */
export interface SealedSecrets {
  seal(secret: Buffer, boundTo: string): string;
  /** Returns undefined if no known key decrypts it, or if it was encrypted for another owner. */
  open(sealed: string, boundTo: string): OpenedSecret | undefined;
}

export interface OpenedSecret {
  readonly secret: Buffer;
  /** True if it was encrypted with an old key. It is encrypted again on its next use. */
  readonly isOutdated: boolean;
}

interface Key extends SealedTexts {
  /** Prefix of its encrypted values. */
  readonly id: string;
}

const PURPOSE = 'second factors of sign-in';

/**
 * Derives the keys by HKDF from the configured secrets, followed by the service's signing key. The first key
 * encrypts, and all of them decrypt.
 */
export function createSealedSecrets(texts: readonly string[], signingKey: KeyObject): SealedSecrets {
  const keys = [...texts, signingKey].map(keyOf);
  const byId = new Map(keys.map((key) => [key.id, key]));
  const [present] = keys as [Key, ...Key[]]; // the signing key is always present
  return {
    seal: (secret, boundTo) => `${present.id}.${present.seal(secret.toString('base64'), boundTo)}`,
    open(sealed, boundTo) {
      const [id = '', text = ''] = sealed.split('.');
      const key = byId.get(id);
      const secret = key?.open(text, boundTo);
      return secret === undefined
        ? undefined
        : { secret: Buffer.from(secret, 'base64'), isOutdated: key !== present };
    },
  };
}

function keyOf(keptSecret: string | KeyObject): Key {
  const id = deriveBytes(keptSecret, `${PURPOSE}, name of the key`, 6);
  return { id: id.toString('base64url'), ...createSealedTexts(keptSecret, PURPOSE) };
}
