import * as Flags from '@oclif/core/flags';
/** The flags of every command (accounts.md section 12). */
export const GLOBAL_FLAGS = {
    verbose: Flags.boolean({ char: 'v', summary: 'Print details.', helpGroup: 'GLOBAL' }),
    quiet: Flags.boolean({ char: 'q', summary: 'Print only errors.', helpGroup: 'GLOBAL' }),
    'no-interaction': Flags.boolean({ char: 'n', summary: 'Do not prompt for input.', helpGroup: 'GLOBAL' }),
};
/** One short flag, or several together as in `-nv`. */
const SHORT = /^-[vqn]+$/;
const LONG = new Set(Object.keys(GLOBAL_FLAGS).map((name) => `--${name}`));
const isGlobal = (word) => SHORT.test(word) || LONG.has(word);
/** Whether the words of a command line hold the flag, also those that do not fit the command. */
export function isGiven(flag, words) {
    const { char } = GLOBAL_FLAGS[flag];
    const [before] = splitAtEnd(words);
    return before.some((word) => word === `--${flag}` || (SHORT.test(word) && word.includes(char ?? flag)));
}
/** The words that are the command's own: behind `--` all of them. */
export function ownWords(words) {
    const [before, behind] = splitAtEnd(words);
    return [...before.filter((word) => !isGlobal(word)), ...behind];
}
function splitAtEnd(words) {
    const end = words.includes('--') ? words.indexOf('--') : words.length;
    return [words.slice(0, end), words.slice(end + 1)];
}
//# sourceMappingURL=global-flags.js.map