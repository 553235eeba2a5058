import type { ConfigProblem } from '../contract/config-problem.js';
import { isSlow } from '../util/patterns/slow-patterns.js';

/** Maximum length of a text that a setting's pattern is applied to; request heads are no longer. */
const LONGEST = 16_384;

/**
 * Checks that a regular expression in a setting cannot stall the service, by the rule of `cms generate` for
 * patterns in schema files.
 * @param pattern - a valid regular expression, as written in the setting
 * @param reads - how the service applies it: `whole` if it must match the whole text, and the length of the
 * longest text
 */
export function checkPattern(
  pattern: string,
  key: string,
  { whole = false, longest = LONGEST }: { readonly whole?: boolean; readonly longest?: number } = {},
): readonly ConfigProblem[] {
  const isPlain = !/[*+?{]/.test(pattern);
  if (isPlain || !isSlow(whole ? `^(?:${pattern})$` : pattern, longest)) return [];
  return [
    {
      key,
      problem: `the pattern ${JSON.stringify(pattern)} can cause excessive backtracking`,
      advice:
        'avoid ambiguous repetitions: use "^a+$" instead of "^(a+)+$", and "[^/]*" instead of repeated ".*"',
    },
  ];
}
