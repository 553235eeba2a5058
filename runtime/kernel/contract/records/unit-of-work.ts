import type { State } from '../state.js';
import type { ChangeSet } from './change-set.js';
import type { RequestContext } from '../context.js';
import type { Outcome, TransactionSession } from '../database/database.js';
import type { FanOut } from './fan-out.js';
import type { StoredRecord } from './record.js';

/**
 * A command from start to end, across all its transaction attempts.
 *
 * @example
 * const logAtEnd = ({ atEnd, context }: Command): void => atEnd(async () => context.log.info({ msg: 'Done.' }));
 */
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
 *
 * @example
 * const audit: UnitHooks = { afterCommit: ({ changes }, { log }) => log.info({ msg: `${changes.length} changes` }) };
 */
export interface UnitHooks {
  /**
   * Called before rows are deleted, while references to them and their visibility are unchanged. Rows that have transferred
   * their positions to a draft are passed with their previous positions.
   */
  beforeDelete?(
    rows: readonly StoredRecord[],
    session: TransactionSession,
    context: RequestContext,
  ): Promise<void>;
  /**
   * Stores data that follows from the changes, as the last step of the transaction. It is committed or rolled back with the
   * changes, and may run again if the database requires another attempt. `fanOut` returns the changed records and the cache
   * tags to invalidate.
   */
  beforeCommit?(
    ...unit: [changes: ChangeSet, session: TransactionSession, fanOut: AskFanOut, context: RequestContext]
  ): Promise<void>;
  /**
   * Called after the commit, for notifications. A failure is only logged: later hooks still run, and the response is sent.
   */
  afterCommit?(changes: ChangeSet, context: RequestContext, fanOut: KnownFanOut): Promise<void> | void;
  /**
   * Called if the unit of work was `undone` with the larger transaction that it belongs to, or if its outcome is `unknown`.
   * The outcome is unknown if the connection was lost during the commit; data that may be referenced must then be kept. A
   * failure is only logged.
   */
  afterFailure?(outcome: FailedOutcome, changes: ChangeSet, context: RequestContext): Promise<void> | void;
  /**
   * Called after the transaction failed. If the hook can fix the cause, it does so and returns true: the work then runs
   * again.
   */
  retry?(error: unknown, command: Command): Promise<boolean>;
  /**
   * Called at the end of a transaction outside a unit of work that changes content (`WriteOutOfBand`). `tags` lists the
   * invalidated tags; without it, everything is invalidated.
   */
  beforeOutOfBandCommit?(session: TransactionSession, tags?: readonly string[]): void;
  /**
   * Called after a transaction outside a unit of work, which may have been committed. The writer receives its response
   * afterwards.
   */
  afterOutOfBandCommit?(tags?: readonly string[]): Promise<void> | void;
}
