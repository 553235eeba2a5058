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
  /** Whether a use case would pass at that moment without a statement. Without it kept answers wait until one has passed. */
  readonly isClear?: (now: Date) => boolean;
  /** Rows may have been written by others than the commands of this service: what is remembered of them does not count. */
  readonly forget?: () => void;
  /** Stands around every use case that starts outside a transaction: makes stored rows what the clock says they are. */
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
