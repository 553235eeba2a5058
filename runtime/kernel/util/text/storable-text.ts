import { kernelErrors } from '../../errors/catalog.js';

/** With the flag `u`, a surrogate pair is one character, so only unpaired ones match. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Rejects text that databases do not store unchanged. PostgreSQL rejects U+0000, SQLite truncates the text
 * there, and unpaired surrogates silently become U+FFFD. All databases use the same rule.
 * @throws AppError 422
 */
export function storableText(text: string): string {
  if (!isStorableText(text)) throw kernelErrors.textNotStorable();
  return text;
}

export const isStorableText = (text: string): boolean => !text.includes('\0') && !LONE_SURROGATE.test(text);
