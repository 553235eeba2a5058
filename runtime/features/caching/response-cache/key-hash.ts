import { randomBytes } from 'node:crypto';

/** Differs from process to process, so that nobody can choose addresses whose hashes are alike. */
const SEED = randomBytes(4).readUInt32LE();
const PRIME = 0x01000193;

/** 32 bits of a key: FNV-1a, with its bits mixed at the end, since the lowest of them are looked at most. */
export function hashOf(key: string): number {
  let hash = SEED;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
