import type { Database, TransactionSession } from '../contract/database/database.js';
import type { UnitHooks } from '../contract/records/unit-of-work.js';

/**
 * Runs a transaction outside units of work that changes visible content: derived rows, file metadata. Cached
 * responses with one of the tags are purged in all processes before the caller continues; without tags, all
 * are.
 */
export type WriteOutOfBand = <Result>(
  database: Database,
  work: (session: TransactionSession) => Promise<Result>,
  tags?: readonly string[],
) => Promise<Result>;

/** Purges tags of data that a unit of work writes besides records. Call both functions. */
export interface DropTags {
  /** Notifies other processes with the commit of this transaction. */
  withCommit(session: TransactionSession, tags: readonly string[]): void;
  /** Purges in this process, and in those that can be notified before the caller continues. */
  afterCommit(tags: readonly string[]): Promise<void>;
}

/**
 * Creates the functions. `hooks` is called for each write, because features that use it are created before
 * all hooks are known.
 */
export function createWriteOutOfBand(hooks: () => readonly UnitHooks[]): {
  readonly writeOutOfBand: WriteOutOfBand;
  readonly dropTags: DropTags;
} {
  const announce = (session: TransactionSession, tags?: readonly string[]): void => {
    for (const hook of hooks()) hook.beforeOutOfBandCommit?.(session, tags);
  };
  const follow = async (tags?: readonly string[]): Promise<void> => {
    for (const hook of hooks()) await hook.afterOutOfBandCommit?.(tags);
  };
  return {
    dropTags: { withCommit: announce, afterCommit: follow },
    async writeOutOfBand(database, work, tags) {
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await database.transaction(async (session) => {
          const value = await work(session);
          announce(session, tags);
          return value;
        });
      } catch (error) {
        await follow(tags); // It may have been committed nevertheless.
        throw error;
      }
      await database.whenDecided(() => follow(tags));
      return result;
    },
  };
}
