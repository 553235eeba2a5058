import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Returns the SHA-256 of a text in hexadecimal. */
export function textHash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Returns the SHA-256 of a file, or undefined if it can't be read. Synchronous, because this reads thousands of small
 * files in a third of the time.
 */
export function fileHash(path: string): string | undefined {
  try {
    return textHash(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Returns the text of a file if it has this hash. */
export function untouchedText(path: string, hash: string | undefined): string | undefined {
  if (hash === undefined) return undefined;
  try {
    const bytes = readFileSync(path);
    return textHash(bytes) === hash ? bytes.toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}
