import * as Flags from '@oclif/core/flags';

/** Flags of every command (accounts.md section 12). */
export const GLOBAL_FLAGS = {
  verbose: Flags.boolean({ char: 'v', summary: 'Print details.', helpGroup: 'GLOBAL' }),
  quiet: Flags.boolean({ char: 'q', summary: 'Print only errors.', helpGroup: 'GLOBAL' }),
  'no-interaction': Flags.boolean({ char: 'n', summary: 'Do not prompt for input.', helpGroup: 'GLOBAL' }),
};

/** Log verbosity: `quiet` omits warnings, `verbose` adds details. */
export type Verbosity = 'quiet' | 'usual' | 'verbose';

export type GlobalFlag = keyof typeof GLOBAL_FLAGS;

/** One short flag, or several combined as in `-nv`. */
const SHORT = /^-[vqn]+$/;
const LONG: ReadonlySet<string> = new Set(Object.keys(GLOBAL_FLAGS).map((name) => `--${name}`));
const isGlobal = (word: string): boolean => SHORT.test(word) || LONG.has(word);

/** Returns whether the words of a command line include the flag, even if they are otherwise invalid. */
export function isGiven(flag: GlobalFlag, words: readonly string[]): boolean {
  const { char } = GLOBAL_FLAGS[flag];
  const [before] = splitAtEnd(words);
  return before.some((word) => word === `--${flag}` || (SHORT.test(word) && word.includes(char ?? flag)));
}

/** Returns the command's own words, without global flags; everything after `--` is included. */
export function ownWords(words: readonly string[]): readonly string[] {
  const [before, behind] = splitAtEnd(words);
  return [...before.filter((word) => !isGlobal(word)), ...behind];
}

function splitAtEnd(words: readonly string[]): readonly [readonly string[], readonly string[]] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return [words.slice(0, end), words.slice(end + 1)];
}
