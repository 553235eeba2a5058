import type { State } from '../../util/async/state.js';
import type { ChangeSet } from './change-set.js';
import type { RequestContext } from '../context.js';
import type { Outcome, TransactionSession } from '../database/database.js';
import type { FanOut } from './fan-out.js';
import type { StoredRecord } from './record.js';

/** A command from start to end, across all its transaction attempts. */
export interface Command {
  readonly context: RequestContext;
  /** State of this command, discarded with it. */
  readonly state: State;
  /** Runs work after the command has ended, whatever its outcome. */
  atEnd(work: () => Promise<void>): void;
}

/**
 * Returns the records and tags affected by the changes so far. The first call computes them with a few
 * statements.
 */
export type AskFanOut = () => Promise<FanOut>;

/** Undefined if it was not computed before the commit. */
export type KnownFanOut = FanOut | undefined;

/** Outcome of a unit that is not known to be committed. */
export type FailedOutcome = Exclude<Outcome, 'committed'>;

/**
 * Hooks of a feature around every unit of work. One command is one transaction, and its effects are announced
 * here. Hooks of one kind run in feature order.
 */
export interface UnitHooks {
  /**
   * Called before rows are deleted, while references to them and their visibility are unchanged. Rows that
   * have already passed their positions to a draft are announced with their previous positions.
   */
  beforeDelete?(
    rows: readonly StoredRecord[],
    session: TransactionSession,
    context: RequestContext,
  ): Promise<void>;
  /**
   * Stores consequences of the changes at the end of the transaction. They commit or roll back together and
   * may run again on a retry. `fanOut` returns the records that count as changed and the cache tags to purge.
   */
  beforeCommit?(
    ...unit: [changes: ChangeSet, session: TransactionSession, fanOut: AskFanOut, context: RequestContext]
  ): Promise<void>;
  /**
   * Notifies others after the commit. Failures are only logged: later hooks run, and the response is sent.
   */
  afterCommit?(changes: ChangeSet, context: RequestContext, fanOut: KnownFanOut): Promise<void> | void;
  /**
   * Called after a finished unit was `undone` with its larger transaction. The outcome is `unknown` if the
   * connection was lost during the commit; keep files that may be referenced in that case. Failures are only
   * logged.
   */
  afterFailure?(outcome: FailedOutcome, changes: ChangeSet, context: RequestContext): Promise<void> | void;
  /**
   * Called when the transaction has failed. Returns true if the cause has been fixed, so that the work runs
   * again.
   */
  retry?(error: unknown, command: Command): Promise<boolean>;
  /**
   * Called at the end of a transaction outside units of work that changes visible content (`WriteOutOfBand`).
   * `tags` are the cache tags it invalidates; all if absent.
   */
  beforeOutOfBandCommit?(session: TransactionSession, tags?: readonly string[]): void;
  /** Called when a transaction outside units of work may have been committed, before its caller continues. */
  afterOutOfBandCommit?(tags?: readonly string[]): Promise<void> | void;
}
