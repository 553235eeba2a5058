import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';

/** The tags, in their short form (`shortTag`), whose answers caches drop; or every answer. */
export type Dropped = readonly string[] | 'everything';

/** Exchanges between the processes on one database what their caches drop. */
export interface InvalidationFeed {
  /**
   * Tells the other processes with the commit of this transaction; nothing when it is undone. Called last, because whoever
   * does so may have to wait for others that commit.
   */
  append(session: TransactionSession, dropped: Dropped): Promise<void>;
  /** Sends ahead what `append` has to ask, so that it shares a trip; in a transaction that has written. Never throws. */
  prepare?(session: TransactionSession): void;
  /**
   * Tells the other processes beside what `append` stored, where that is sent only after the commit: so they know it before the
   * writer is answered. @throws Error when that fails; what was stored is sent then.
   */
  tell?(dropped: Dropped): Promise<void>;
  /** Starts to call `drop` with the changes that other processes commit. Never throws. */
  follow(drop: (dropped: Dropped) => void): void;
  /**
   * Whether all that other processes have committed has been passed to `drop`; looks for it where that takes a look. While
   * nobody can tell it is false, and nothing that was computed before may be used. Never throws.
   */
  isCurrent(): boolean | Promise<boolean>;
  /** Each look is a statement. */
  readonly asksDatabase?: true;
  /** Channels of the outbox that carry drops to other processes. */
  readonly channels?: readonly OutboxChannel[];
  close(): Promise<void>;
}
