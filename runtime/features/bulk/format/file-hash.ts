import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
