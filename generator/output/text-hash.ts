import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** SHA-256 of a text, in hexadecimal. */
export function textHash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The same of a file's content; undefined when it cannot be read. At once, not in parallel: thousands of small files are
 * read in a third of the time, and nothing else waits.
 */
export function fileHash(path: string): string | undefined {
  try {
    return textHash(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** A file's text, when it has this hash. */
export function untouchedText(path: string, hash: string | undefined): string | undefined {
  if (hash === undefined) return undefined;
  try {
    const bytes = readFileSync(path);
    return textHash(bytes) === hash ? bytes.toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}
