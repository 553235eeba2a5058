import type { ProvidedApi } from './feature-api.js';

/**
 * A command of a feature, as declared to the command line before the service runs. `FeatureCommand`
 * implements it.
 *
 * @example
 * const report: DeclaredCommand = {
 *   name: 'bookings:report',
 *   summary: 'Print the bookings of a month',
 *   flags: { month: { type: 'string', summary: 'Month, such as 2026-11' } },
 * };
 */
export interface DeclaredCommand {
  /** Name of one or more parts joined by colons (`hits:report`). */
  readonly name: string;
  /** One-line summary for `cms help`. */
  readonly summary: string;
  /** Help text below the summary. */
  readonly description?: string;
  /**
   * Usage examples: the arguments after the command name. An empty string is the command without arguments.
   */
  readonly examples?: readonly string[];
  /** Other names, listed in the help. Project commands have none. */
  readonly aliases?: readonly string[];
  readonly hiddenAliases?: readonly string[];
  /** Positional arguments by name, in order. All are optional. */
  readonly args?: Readonly<Record<string, { readonly summary: string }>>;
  /**
   * Flags by name, without the global ones. A command that declares neither arguments nor flags receives all
   * words unparsed.
   */
  readonly flags?: Readonly<Record<string, DeclaredFlag>>;
  /**
   * Loads flags that depend on installed packages, when the command runs or shows its help.
   * @param provided values that features of the project provide without being created
   */
  loadFlags?(provided: readonly ProvidedApi[]): Promise<LoadedFlags>;
}

/**
 * Flags that depend on installed packages.
 *
 * @example
 * const loaded: LoadedFlags = { flags: { delimiter: { type: 'string', summary: 'Separator of columns' } } };
 */
export interface LoadedFlags {
  readonly flags: Readonly<Record<string, DeclaredFlag>>;
  /** Advice to install a missing package. Printed with errors about the flags of a call. */
  readonly advice?: string;
}

/**
 * A flag of a command: `--NAME VALUE`, or `--NAME` for a boolean.
 *
 * @example
 * const format: DeclaredFlag = { type: 'string', summary: 'Output format', options: ['table', 'json'], default: 'table' };
 */
export interface DeclaredFlag {
  /** A list is a string flag that may be repeated. */
  readonly type: FlagType;
  readonly summary: string;
  /** Default value, of the flag's type. Booleans default to false; lists have no default. */
  readonly default?: boolean | string | number;
  /** The allowed values of a string or a list. */
  readonly options?: readonly string[];
  /** Adds `--no-NAME` to a boolean flag. */
  readonly allowNo?: true;
  /** Names of flags that cannot be combined with this one. */
  readonly exclusive?: readonly string[];
}

/**
 * Flag types. A `list` is a string flag that may be repeated.
 *
 * @example
 * const many: FlagType = 'list';
 */
export type FlagType = 'boolean' | 'string' | 'integer' | 'list';

/**
 * Value of a flag, by its type; undefined if it was not given and has no default.
 *
 * @example
 * const isGiven = (value: FlagValue): boolean => value !== undefined;
 */
export type FlagValue = boolean | string | number | readonly string[] | undefined;

/**
 * Input and output of a command. `Flags` are the values of the declared flags.
 *
 * @example
 * const printAll = ({ args, print }: CommandIo): void => args.forEach((arg) => print(arg));
 */
export interface CommandIo<Flags = Readonly<Record<string, FlagValue>>> {
  /** Positional arguments, or all words if the command declares neither arguments nor flags. */
  readonly args: readonly string[];
  /** Flag values; undefined for a flag that was not given and has no default. */
  readonly flags: Flags;
  /** Whether `-v` was given. */
  readonly isVerbose: boolean;
  /** Terminal prompt; undefined without an interactive terminal and with `-n`. */
  readonly prompt: Prompt | undefined;
  /** Prints a line of the result. */
  print(line: string): void;
  /** Prints an error line. It is not part of the result and appears even with `-q`. */
  printError(line: string): void;
  /** Shows the progress of long work on one terminal line, which the next output replaces. */
  progress(line: string): void;
}

/**
 * Questions on an interactive terminal.
 *
 * @example
 * const askName = (prompt: Prompt): Promise<string> =>
 *   prompt.ask('Name', (answer) => (answer === '' ? 'Enter a name.' : undefined));
 */
export interface Prompt {
  /** Prompts until `validate` returns no complaint. */
  ask(question: string, validate?: (answer: string) => string | undefined): Promise<string>;
  /** Prompts like `ask`, without echoing the input. */
  askHidden(question: string, validate?: (answer: string) => string | undefined): Promise<string>;
  /** Prompts for yes or no; default no. */
  confirm(question: string): Promise<boolean>;
}
