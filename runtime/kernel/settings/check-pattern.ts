import type { ConfigProblem } from '../errors/config-error.js';
import { isSlow } from '../util/patterns/slow-patterns.js';

/** Characters of the longest text that a setting's pattern reads: the head of a request has no more. */
const LONGEST = 16_384;

/**
 * Checks that no text makes a regular expression of a setting hold up the service: the rule of `cms generate` for patterns in schema
 * files.
 * @param pattern - a regular expression that compiles, as it is written in the setting
 * @param reads - how the service applies it: `whole` for one that has to match the whole text; length of the longest text
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
