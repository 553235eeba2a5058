import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** Encrypts texts that must be readable later, such as signing secrets. */
export interface SealedTexts {
  /** @param boundTo identifies the row that stores the text; it cannot be decrypted in another one */
  seal(text: string, boundTo: string): string;
  /** Decrypts a text; undefined if it was encrypted with another key, for another row, or modified. */
  open(sealed: string, boundTo: string): string | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates the cipher. Its key is derived by HKDF from the service's signing key, so that no further secret is
 * necessary, or from a configured text.
 * @param purpose separates the keys of different features
 */
export function createSealedTexts(keptSecret: KeyObject | string, purpose: string): SealedTexts {
  const key = deriveBytes(keptSecret, purpose, 32);
  return {
    seal(text, boundTo) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(boundTo));
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed, boundTo) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const end = bytes.length - TAG_BYTES;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(bytes.subarray(end));
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

/** Derives bytes from a secret for a purpose; the secret cannot be computed from them. */
export function deriveBytes(keptSecret: KeyObject | string, purpose: string, length: number): Buffer {
  const material =
    typeof keptSecret === 'string' ? keptSecret : keptSecret.export({ type: 'pkcs8', format: 'der' });
  return Buffer.from(hkdfSync('sha256', material, '', purpose, length));
}
