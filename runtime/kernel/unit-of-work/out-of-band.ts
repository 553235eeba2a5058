import type { Database, TransactionSession } from '../contract/database/database.js';
import type { UnitHooks } from '../contract/records/unit-of-work.js';

/**
 * Runs a transaction that writes what answers show and that is no unit of work: derived rows, facts about files. What is kept with one of
 * the tags is dropped, in all processes, before whoever wrote is answered; without tags everything is.
 */
export type WriteOutOfBand = <Result>(
  database: Database,
  work: (session: TransactionSession) => Promise<Result>,
  tags?: readonly string[],
) => Promise<Result>;

/** Drops tags of what a unit of work writes beside records: each is called for both. */
export interface DropTags {
  /** Tells other processes with the commit of this transaction. */
  withCommit(session: TransactionSession, tags: readonly string[]): void;
  /** Drops in this process, and in those that can be told before whoever wrote is answered. */
  afterCommit(tags: readonly string[]): Promise<void>;
}

/** `hooks` are asked for with each write: features that write so are made before all of them are known. */
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
        await follow(tags); // it may be stored nevertheless
        throw error;
      }
      await database.whenDecided(() => follow(tags));
      return result;
    },
  };
}
