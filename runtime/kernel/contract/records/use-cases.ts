import type { RequestContext } from '../context.js';
import type { JsonObject } from '../json.js';
import type { WriteScope } from './writes.js';

/** The input of a use case; parts that it does not have are absent. */
export interface UseCase {
  /** For metrics, traces and the log: a verb and its object, camelCase. */
  readonly name: string;
  /** The type that it is about. */
  readonly resource?: { readonly name: string };
  readonly context: RequestContext;
  /** Address of a record. */
  readonly key?: string;
  /** It reads what the address names, and changes nothing. */
  readonly isRead?: boolean;
  /** A parsed body, or the error that parsing it gave. */
  readonly body?: () => JsonObject;
}

/** Begins a use case; what it starts from may name other records by then, and `work` may run again. */
export type EnterUseCase = <Case extends UseCase, Result>(
  useCase: Case,
  work: (useCase: Case) => Promise<Result>,
) => Promise<Result>;

/** A gate that every use case outside a transaction passes. It first stores what is due by now (planned publications). */
export interface UseCaseGate {
  /**
   * Whether a use case can pass at the given time without a database query. Without it, cached responses wait until one has
   * passed.
   */
  readonly isClear?: (now: Date) => boolean;
  /** Discards stored knowledge about rows, because another process may have written them. */
  readonly forget?: () => void;
  /** Wraps every use case that starts outside a transaction. Brings stored rows up to date with the clock before it runs. */
  readonly enter: <Case extends UseCase, Result>(
    useCase: Case,
    work: (useCase: Case) => Promise<Result>,
    run: RunCommand,
  ) => Promise<Result>;
}

/** Runs a command in a transaction of its own; `work` may run again. */
export type RunCommand = <Result>(
  context: RequestContext,
  work: (scope: WriteScope) => Promise<Result>,
) => Promise<Result>;
