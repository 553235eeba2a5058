import type { TransactionSession } from './database.js';

/** What caches drop: answers with one of these tags in their short form (`shortTag`), or every answer. */
export type Dropped = readonly string[] | 'everything';

/** How the processes on one database tell each other what their caches drop. */
export interface InvalidationFeed {
  /**
   * Tells the other processes with the commit of this transaction; nothing when it is undone. Called last, because whoever
   * does so may have to wait for others that commit.
   */
  append(session: TransactionSession, dropped: Dropped): Promise<void>;
  /** From now on `drop` is called with what other processes have committed. Never throws. */
  follow(drop: (dropped: Dropped) => void): void;
  /**
   * Whether all that other processes have committed has been passed to `drop`; looks for it where that takes a look. While
   * nobody can tell it is false, and nothing that was computed before may be used. Never throws.
   */
  isCurrent(): boolean | Promise<boolean>;
  close(): Promise<void>;
}
