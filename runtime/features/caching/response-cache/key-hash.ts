import { randomBytes } from 'node:crypto';

/** Random per process, so that nobody can choose URLs with colliding hashes. */
const SEED = randomBytes(4).readUInt32LE();
const PRIME = 0x01000193;

/** Returns a 32-bit hash of a key: FNV-1a with final mixing, because the lowest bits matter most. */
export function hashOf(key: string): number {
  let hash = SEED;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
