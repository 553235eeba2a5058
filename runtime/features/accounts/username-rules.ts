import type { ViolationList } from '../../kernel/contract/records/validation.js';
import { countCodePoints } from '../../kernel/util/text/code-points.js';
import { canonical } from './authentication/index.js';
import { length } from '../../kernel/validation/constraints/index.js';

/** Control characters, halves of surrogate pairs, line and paragraph ends, and what shows nothing; U+2800 is a blank. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** The column of the spelling under which names are compared. */
const MAX_LENGTH = 255;

/** Whether a text shows all that it holds (contract decision 67): no two names may look alike and be different. */
export const isPlainName = (text: string): boolean => !UNSEEN.test(text);

/** The rules of a new username beyond those of every text. Addresses need none: they are plain ASCII. */
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
  // A ligature is one letter here and several there; the text itself was measured by the rules of the type.
  if (countCodePoints(username) <= MAX_LENGTH)
    length({ violations, path: 'username', value: compared }, { max: MAX_LENGTH });
}
