import type { Dialect, LetterCase, WildcardPart } from '../contract/database/database.js';
import { isStorableText } from '../util/text/storable-text.js';

/** Returns the pattern for text of a request; undefined if no stored text can match it. */
export function textPattern(
  parts: readonly WildcardPart[],
  letters: LetterCase,
  dialect: Dialect,
): string | undefined {
  const isStorable = parts.every((part) => typeof part === 'string' || isStorableText(part.text));
  const pattern = isStorable ? dialect.wildcardPattern(parts, letters) : undefined;
  return pattern === undefined || Buffer.byteLength(pattern) > dialect.longestPattern ? undefined : pattern;
}
