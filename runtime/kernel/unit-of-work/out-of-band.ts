import type { Database, TransactionSession } from '../contract/database.js';
import type { UnitHooks } from '../contract/unit-of-work.js';

/** Runs a transaction that writes what answers show and that is no unit of work: derived rows, facts about files. */
export type WriteOutOfBand = <Result>(
  database: Database,
  work: (session: TransactionSession) => Promise<Result>,
) => Promise<Result>;

/** `hooks` are asked for with each write: features that write so are made before all of them are known. */
export function createWriteOutOfBand(hooks: () => readonly UnitHooks[]): WriteOutOfBand {
  return async <Result>(
    database: Database,
    work: (session: TransactionSession) => Promise<Result>,
  ): Promise<Result> => {
    const all = hooks();
    const follow = (): void => {
      for (const hook of all) hook.afterOutOfBandCommit?.();
    };
    let result: Result;
    try {
      result = await database.transaction(async (session) => {
        const value = await work(session);
        for (const hook of all) hook.beforeOutOfBandCommit?.(session);
        return value;
      });
    } catch (error) {
      follow(); // it may be stored nevertheless
      throw error;
    }
    await database.whenDecided(async () => follow());
    return result;
  };
}
