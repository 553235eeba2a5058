import type { KeyObject } from 'node:crypto';
import { createSealedTexts, deriveBytes, type SealedTexts } from '../../../kernel/util/text/sealed-texts.js';

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

interface Key extends SealedTexts {
  /** Stands in front of what it sealed. */
  readonly id: string;
}

const PURPOSE = 'second factors of sign-in';

/**
 * Keys follow by HKDF from the configured texts, of which the first seals, and behind them from the key that the service signs with, which
 * seals where none is configured. All of them open.
 */
export function createSealedSecrets(texts: readonly string[], signingKey: KeyObject): SealedSecrets {
  const keys = [...texts, signingKey].map(keyOf);
  const byId = new Map(keys.map((key) => [key.id, key]));
  const [present] = keys as [Key, ...Key[]]; // the signing key is always there
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
