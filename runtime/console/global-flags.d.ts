/** The flags of every command (accounts.md section 12). */
export declare const GLOBAL_FLAGS: {
    verbose: import("@oclif/core/interfaces").BooleanFlag<boolean>;
    quiet: import("@oclif/core/interfaces").BooleanFlag<boolean>;
    'no-interaction': import("@oclif/core/interfaces").BooleanFlag<boolean>;
};
/** `quiet` leaves warnings out of the log, `verbose` puts details into it. */
export type Verbosity = 'quiet' | 'usual' | 'verbose';
export type GlobalFlag = keyof typeof GLOBAL_FLAGS;
/** Whether the words of a command line hold the flag, also those that do not fit the command. */
export declare function isGiven(flag: GlobalFlag, words: readonly string[]): boolean;
/** The words that are the command's own: behind `--` all of them. */
export declare function ownWords(words: readonly string[]): readonly string[];
