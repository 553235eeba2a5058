import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';

/** Short cache tags (`shortTag`) to invalidate, or everything. */
export type Dropped = readonly string[] | 'everything';

/** Exchanges cache invalidations between processes on the same database. */
export interface InvalidationFeed {
  /**
   * Announces an invalidation to other processes with the commit of this transaction; a rollback discards it. Called
   * last, because it may wait for other commits.
   */
  append(session: TransactionSession, dropped: Dropped): Promise<void>;
  /**
   * Sends the query of `append` ahead so that it shares a round trip, in a transaction that has written. Never throws.
   */
  prepare?(session: TransactionSession): void;
  /**
   * Announces an invalidation directly if `append` only sends it after the commit, so that processes receive it before
   * the response to the write.
   * @throws Error on failure; the stored announcement is sent later
   */
  tell?(dropped: Dropped): Promise<void>;
  /** Starts calling `drop` with the invalidations committed by other processes. Never throws. */
  follow(drop: (dropped: Dropped) => void): void;
  /**
   * Returns whether all commits of other processes have been passed to `drop`, querying for them if necessary. False if
   * unknown: earlier results must not be used then. Never throws.
   */
  isCurrent(): boolean | Promise<boolean>;
  /** Whether each check sends a statement. */
  readonly asksDatabase?: true;
  /** Outbox channels that carry invalidations to other processes. */
  readonly channels?: readonly OutboxChannel[];
  close(): Promise<void>;
}
