import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** Encrypts texts that must be read again, such as secrets that something is signed with. */
export interface SealedTexts {
  /** @param boundTo names the row that it is stored in: moved to another one it cannot be opened. */
  seal(text: string, boundTo: string): string;
  /** Undefined for what another key sealed, what was sealed for another row, and what was tampered with. */
  open(sealed: string, boundTo: string): string | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The key follows by HKDF from the one that the service signs with, so that no further secret is to be kept, or from a configured
 * text.
 * @param purpose tells apart what one feature seals from what others do
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

/** Bytes that follow from a kept secret and a purpose, and do not lead back to it. */
export function deriveBytes(keptSecret: KeyObject | string, purpose: string, length: number): Buffer {
  const material =
    typeof keptSecret === 'string' ? keptSecret : keptSecret.export({ type: 'pkcs8', format: 'der' });
  return Buffer.from(hkdfSync('sha256', material, '', purpose, length));
}
