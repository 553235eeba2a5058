import type { DocumentedError } from '../contract/features/declared-feature.js';
import { AppError, type AppErrorOptions } from './app-error.js';

/** The client message, or the options of the error. */
type Answer = string | Omit<AppErrorOptions, 'code' | 'status'>;

/** One error code: its documentation and the client message. */
export interface ErrorEntry extends DocumentedError {
  /** The response; a function if it depends on arguments of the throw site. */
  readonly answer: Answer | ((...happened: never[]) => Answer);
}

type Happened<Entry extends ErrorEntry> = Entry['answer'] extends (...happened: infer Values) => Answer
  ? Values
  : [];

/** Creates errors of one code. */
export interface ErrorFactory<Values extends readonly unknown[]> extends DocumentedError {
  (...happened: Values): AppError;
  /** Returns the options of the error, for constructors of `AppError` subclasses. */
  options(...happened: Values): AppErrorOptions;
}

export type ErrorCatalog<Entries extends Readonly<Record<string, ErrorEntry>>> = {
  readonly [Name in keyof Entries]: ErrorFactory<Happened<Entries[Name]>>;
};

/**
 * Defines the error catalogue of a feature (core.md section 2). Each entry becomes a factory of `AppError`
 * that carries the documentation of its code for `docs/reference/errors.md`. `answer` is the client message,
 * or a function that builds it.
 *
 * @example
 * const errors = defineErrors({
 *   soldOut: {
 *     code: 'BOOKING.SOLD_OUT',
 *     status: 409,
 *     when: 'The event is full.',
 *     remedy: 'Choose another date.',
 *     answer: 'The event is sold out.',
 *   },
 * });
 * throw errors.soldOut();
 */
export function defineErrors<Entries extends Readonly<Record<string, ErrorEntry>>>(
  entries: Entries,
): ErrorCatalog<Entries> {
  const factories = Object.entries(entries).map(([name, entry]) => [name, createFactory(entry)]);
  // Each entry maps to one factory with the parameters of its `answer`.
  return Object.fromEntries(factories) as ErrorCatalog<Entries>;
}

function createFactory({ code, status, when, remedy, answer }: ErrorEntry): ErrorFactory<never[]> {
  const options = (...happened: never[]): AppErrorOptions => {
    const notified = typeof answer === 'function' ? answer(...happened) : answer;
    return { ...(typeof notified === 'string' ? { publicMessage: notified } : notified), code, status };
  };
  const create = (...happened: never[]): AppError => new AppError(options(...happened));
  return Object.assign(create, { code, status, when, remedy, options });
}
