/** A command of a feature as the command line knows it before the service runs; what it does is its `FeatureCommand`. */
export interface DeclaredCommand {
  /** Words joined by colons (`hits:report`). */
  readonly name: string;
  /** One line for `cms help`. */
  readonly summary: string;
  /** The text that the help of the command shows below its summary. */
  readonly description?: string;
  /** Uses of it, each as the words behind the name; an empty string stands for none. */
  readonly examples?: readonly string[];
  /** Other names, which its help shows; commands of a project have none. */
  readonly aliases?: readonly string[];
  readonly hiddenAliases?: readonly string[];
  /** Words that are no flags by their names, in their order; each may be left out. */
  readonly args?: Readonly<Record<string, { readonly summary: string }>>;
  /** The flags by name, without the global ones. A command that declares neither arguments nor flags is given all its words. */
  readonly flags?: Readonly<Record<string, DeclaredFlag>>;
}

/** A flag of a command; `--NAME VALUE`, but for a boolean one. */
export interface DeclaredFlag {
  /** A list is a string that can be given several times. */
  readonly type: FlagType;
  readonly summary: string;
  /** A value of its type, when the flag is not given; a boolean is false then. No list has one. */
  readonly default?: boolean | string | number;
  /** All values that a string or a list may have. */
  readonly options?: readonly string[];
  /** A boolean can be refused by `--no-NAME`. */
  readonly allowNo?: true;
  /** Flags that cannot be given beside it. */
  readonly exclusive?: readonly string[];
}

/** The kinds of flags; a `list` is a string that can be given several times. */
export type FlagType = 'boolean' | 'string' | 'integer' | 'list';

/** The value of a flag by its kind; undefined where it is neither given nor has a default. */
export type FlagValue = boolean | string | number | readonly string[] | undefined;

/** The command line as a command sees it; `Flags` are the values of those that it declares. */
export interface CommandIo<Flags = Readonly<Record<string, FlagValue>>> {
  /** Words after the name that are no flags; all of them where the command declares neither arguments nor flags. */
  readonly args: readonly string[];
  /** Values of the flags; undefined where one is neither given nor has a default. */
  readonly flags: Flags;
  /** `-v`: details are wanted. */
  readonly isVerbose: boolean;
  /** Asks on the terminal; undefined where nobody is there to answer, and with `-n`. */
  readonly prompt: Prompt | undefined;
  /** A line for the reader. */
  print(line: string): void;
  /** A line that says what is wrong; no part of the result, and shown with `-q` too. */
  printError(line: string): void;
  /** How far long work has come: a line on the terminal until the next one, or something printed, takes its place. */
  progress(line: string): void;
}

/** Questions on the terminal, where somebody is there to answer. */
export interface Prompt {
  /** Asks until `validate` has nothing to complain about. */
  ask(question: string, validate?: (answer: string) => string | undefined): Promise<string>;
  /** Asks like `ask`, without showing what is typed. */
  askHidden(question: string, validate?: (answer: string) => string | undefined): Promise<string>;
  /** A yes/no question whose default is no. */
  confirm(question: string): Promise<boolean>;
}
