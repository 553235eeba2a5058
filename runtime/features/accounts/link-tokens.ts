import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenGenerator } from '../../kernel/ports/token-generator.js';

/** 128 random bits, as 32 lower-case hex characters (contract decision 50). */
export const RANDOM_TOKENS: TokenGenerator = { create: () => randomBytes(16).toString('hex') };

/** The hash that is stored of a token, made with the address it was mailed to, so that it proves that address only. */
export function hashToken(token: string, boundTo: string): string {
  return createHash('sha256').update(`${token}\n${boundTo}`).digest('hex');
}

/** Compares in constant time; a user without a stored token matches nothing. */
export function isSameToken(stored: string | null, token: string, boundTo: string): boolean {
  if (stored === null) return false;
  const given = Buffer.from(hashToken(token, boundTo));
  const known = Buffer.from(stored);
  return known.length === given.length && timingSafeEqual(known, given);
}
