import { kernelErrors } from '../../errors/catalog.js';

/** With the `u` flag a whole pair is one character, so only halves match. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Refuses text that no database keeps as it is: PostgreSQL rejects U+0000, SQLite cuts the text there, and half of a
 * surrogate pair silently becomes U+FFFD. The same rule everywhere keeps the databases alike.
 * @throws AppError 422
 */
export function storableText(text: string): string {
  if (!isStorableText(text)) throw kernelErrors.textNotStorable();
  return text;
}

export const isStorableText = (text: string): boolean => !text.includes('\0') && !LONE_SURROGATE.test(text);
