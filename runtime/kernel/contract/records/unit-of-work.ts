import type { State } from '../../util/async/state.js';
import type { ChangeSet } from './change-set.js';
import type { RequestContext } from '../context.js';
import type { Outcome, TransactionSession } from '../database/database.js';
import type { FanOut } from './fan-out.js';
import type { StoredRecord } from './record.js';

/** One command from its start to its end, whatever the number of transactions that it takes. */
export interface Command {
  readonly context: RequestContext;
  /** State that belongs to this command and ends with it. */
  readonly state: State;
  /** Has work done when the command is over, whatever became of it. */
  atEnd(work: () => Promise<void>): void;
}

/** The records and tags that the changes so far concern. The first call computes them with a few statements. */
export type AskFanOut = () => Promise<FanOut>;

/** Undefined when nobody asked before the commit. */
export type KnownFanOut = FanOut | undefined;

/** What has become of a unit that is not known to be stored. */
export type FailedOutcome = Exclude<Outcome, 'committed'>;

/**
 * Hooks of a feature around every unit of work. One command is one transaction; its effects are announced here. Hooks of
 * one kind run in the order of the features.
 */
export interface UnitHooks {
  /**
   * Rows are about to be removed; what names them, and who could see them, is as it was. Rows that have lost their places
   * to a draft before are announced with the places that they had left.
   */
  beforeDelete?(
    rows: readonly StoredRecord[],
    session: TransactionSession,
    context: RequestContext,
  ): Promise<void>;
  /**
   * Stores what follows from the changes, last in the transaction: it is committed or undone with them, and may run again when
   * the database asks for another attempt. `fanOut` answers which records count as changed, and the tags that caches drop.
   */
  beforeCommit?(
    ...unit: [changes: ChangeSet, session: TransactionSession, fanOut: AskFanOut, context: RequestContext]
  ): Promise<void>;
  /** Tells others after the commit. A failure is only logged: later hooks run, and the answer is sent. */
  afterCommit?(changes: ChangeSet, context: RequestContext, fanOut: KnownFanOut): Promise<void> | void;
  /**
   * The unit was done, and was `undone` with the larger transaction that it was a part of; or the outcome is `unknown`, because
   * the connection was lost at the commit: what may be referenced is kept then. A failure is only logged.
   */
  afterFailure?(outcome: FailedOutcome, changes: ChangeSet, context: RequestContext): Promise<void> | void;
  /** The transaction failed. Whoever can put the reason right does so and answers true: then the work runs again. */
  retry?(error: unknown, command: Command): Promise<boolean>;
  /** A transaction that is no unit of work writes what answers show (`WriteOutOfBand`), and this is the last of it. `tags` are all that it makes stale; everything without them. */
  beforeOutOfBandCommit?(session: TransactionSession, tags?: readonly string[]): void;
  /** A transaction that is no unit of work may have been stored. Whoever wrote is answered behind this. */
  afterOutOfBandCommit?(tags?: readonly string[]): Promise<void> | void;
}
