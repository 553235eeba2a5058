import type { State } from '../util/state.js';
import type { ChangeSet } from './change-set.js';
import type { RequestContext } from './context.js';
import type { TransactionSession } from './database.js';
import type { FanOut } from './fan-out.js';
import type { StoredRecord } from './record.js';

/** One command from its start to its end, whatever the number of transactions that it takes. */
export interface Command {
  readonly context: RequestContext;
  /** State that belongs to this command and ends with it. */
  readonly state: State;
}

/** The tags and topics of the changes so far. The first call computes them with a few statements. */
export type AskFanOut = () => Promise<FanOut>;

/** Undefined when nobody asked before the commit. */
export type KnownFanOut = FanOut | undefined;

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
  /** The last statements of the transaction: rows that follow from the changes. A failure undoes all of it. */
  beforeCommit?(changes: ChangeSet, session: TransactionSession, fanOut: AskFanOut): Promise<void>;
  /** Runs after the commit. A failure is only logged: later hooks run, and the answer is sent. */
  afterCommit?(changes: ChangeSet, context: RequestContext, fanOut: KnownFanOut): Promise<void> | void;
  /** The unit was a part of a larger transaction, and that was undone as a whole. */
  afterUndo?(changes: ChangeSet, context: RequestContext): Promise<void> | void;
  /** The connection was lost while it was being committed, and nobody knows how that ended. */
  outcomeUnknown?(changes: ChangeSet, context: RequestContext, fanOut: KnownFanOut): Promise<void> | void;
  /**
   * Steps towards the answer that must not hold the transaction: taken after the commit, or after its part of a larger
   * transaction. One that fails is logged, and the answer is given without it.
   */
  beforeAnswer?(session: TransactionSession): readonly (() => Promise<void> | void)[];
  /** The transaction failed. Whoever can put the reason right does so and answers true: then the work runs again. */
  retry?(error: unknown, command: Command): Promise<boolean>;
  /** A transaction that is no unit of work writes what answers show (`WriteOutOfBand`), and this is the last of it. */
  beforeOutOfBandCommit?(session: TransactionSession): void;
  /** Such a transaction may be stored. */
  afterOutOfBandCommit?(): void;
  /** Rows may have been written by others than the commands of this service. */
  writtenElsewhere?(): void;
  /** The command is over, whatever became of it. */
  ended?(command: Command): Promise<void>;
}
