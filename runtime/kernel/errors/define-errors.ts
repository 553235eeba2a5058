import type { DocumentedError } from '../contract/features/declared-feature.js';
import { AppError, type AppErrorOptions } from './app-error.js';

/** The message that clients read, or that with headers, violations and the cause. */
type Answer = string | Omit<AppErrorOptions, 'code' | 'status'>;

/** One code of a catalogue: how it is documented, and what clients read. */
export interface ErrorEntry extends DocumentedError {
  /** A function where the answer depends on what happened; throw sites pass its arguments. */
  readonly answer: Answer | ((...happened: never[]) => Answer);
}

type Happened<Entry extends ErrorEntry> = Entry['answer'] extends (...happened: infer Values) => Answer
  ? Values
  : [];

/** Makes the errors of one code. */
export interface ErrorFactory<Values extends readonly unknown[]> extends DocumentedError {
  (...happened: Values): AppError;
  /** Makes the options of the error, for constructors of classes that extend `AppError`. */
  options(...happened: Values): AppErrorOptions;
}

export type ErrorCatalog<Entries extends Readonly<Record<string, ErrorEntry>>> = {
  readonly [Name in keyof Entries]: ErrorFactory<Happened<Entries[Name]>>;
};

/**
 * Defines the error catalogue of a feature: a factory of an `AppError` for every entry, which carries what `docs/reference/errors.md` says of its
 * code. `answer` is what clients read, or a function of what happened (core.md section 2).
 */
export function defineErrors<Entries extends Readonly<Record<string, ErrorEntry>>>(
  entries: Entries,
): ErrorCatalog<Entries> {
  const factories = Object.entries(entries).map(([name, entry]) => [name, createFactory(entry)]);
  // One factory for each entry, with the parameters of its answer.
  return Object.fromEntries(factories) as ErrorCatalog<Entries>;
}

function createFactory({ code, status, when, remedy, answer }: ErrorEntry): ErrorFactory<never[]> {
  const options = (...happened: never[]): AppErrorOptions => {
    const told = typeof answer === 'function' ? answer(...happened) : answer;
    return { ...(typeof told === 'string' ? { publicMessage: told } : told), code, status };
  };
  const create = (...happened: never[]): AppError => new AppError(options(...happened));
  return Object.assign(create, { code, status, when, remedy, options });
}
