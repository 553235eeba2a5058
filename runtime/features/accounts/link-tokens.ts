import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenGenerator } from '../../kernel/ports/token-generator.js';

/** Generates 128 random bits as 32 lower-case hex characters (contract decision 50). */
export const RANDOM_TOKENS: TokenGenerator = { create: () => randomBytes(16).toString('hex') };

/** Returns the stored hash of a token. It includes the recipient's address, so the token verifies only that address. */
export function hashToken(token: string, boundTo: string): string {
  return createHash('sha256').update(`${token}\n${boundTo}`).digest('hex');
}

/** Compares in constant time. Without a stored token the result is false. */
export function isSameToken(stored: string | null, token: string, boundTo: string): boolean {
  if (stored === null) return false;
  const given = Buffer.from(hashToken(token, boundTo));
  const known = Buffer.from(stored);
  return known.length === given.length && timingSafeEqual(known, given);
}
