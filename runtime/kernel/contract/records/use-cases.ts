import type { RequestContext } from '../context.js';
import type { BodyResult, WriteScope } from './writes.js';

/** Input of a use case. Parts that it does not have are absent. */
export interface UseCase {
  /** Name for metrics, traces and the log: verb and object in camelCase. */
  readonly name: string;
  /** The resource type it concerns. */
  readonly resource?: { readonly name: string };
  readonly context: RequestContext;
  /** Key of a record. */
  readonly key?: string;
  /** Whether it only reads. */
  readonly isRead?: boolean;
  readonly body?: BodyResult;
}

/** Enters a use case. Its input may have been updated to refer to other records, and `work` may run again. */
export type EnterUseCase = <Case extends UseCase, Result>(
  useCase: Case,
  work: (useCase: Case) => Promise<Result>,
) => Promise<Result>;

/**
 * A guard around every use case that starts outside a transaction. It first applies due changes (scheduled
 * publications).
 */
export interface UseCaseGuard {
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

/** Runs a command in a new transaction; `work` may run again. */
export type RunCommand = <Result>(
  context: RequestContext,
  work: (scope: WriteScope) => Promise<Result>,
) => Promise<Result>;
