import type { ViolationList } from '../../kernel/contract/records/validation.js';
import { countCodePoints } from '../../kernel/util/text/code-points.js';
import { canonical } from './authentication/index.js';
import { length } from '../../kernel/validation/constraints/index.js';

/**
 * Control characters, unpaired surrogates, line and paragraph separators, and invisible characters. U+2800 looks like a
 * space.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Column length of the normalized name. */
const MAX_LENGTH = 255;

/**
 * Returns whether all characters of a text are visible, because different names must not look alike (contract decision
 * 67).
 */
export const isPlainName = (text: string): boolean => !UNSEEN.test(text);

/** Validates a new username beyond the rules of all texts. Addresses need no check: they are plain ASCII. */
export function checkUsername(violations: ViolationList, username: string | null | undefined): void {
  if (username == null) return;
  if (!isPlainName(username)) {
    const message = 'This value should not contain control or invisible characters.';
    violations.add({ propertyPath: 'username', message, code: null });
  }
  const compared = canonical(username);
  if (compared !== compared.trim()) {
    const message = 'This value should not begin or end with white space.';
    violations.add({ propertyPath: 'username', message, code: null });
  }
  // Normalization expands ligatures. The length of the original text is validated by the type.
  if (countCodePoints(username) <= MAX_LENGTH)
    length({ violations, path: 'username', value: compared }, { max: MAX_LENGTH });
}
