import type { SqlSession, TransactionSession } from '../database/database.js';

/**
 * Stored rows that follow from others: kept by the commands that change those, made when the service starts and they have not
 * been, or by other rules; compared and mended by `cms doctor`.
 */
export interface DerivedData {
  /** Its unique name in the output of `cms doctor` and among the remembered states. */
  readonly name: string;
  /** Raised when its rules change: then it is made again when the service starts. */
  readonly version: number;
  /**
   * One line for each row that differs from what it should be, none when all is well; `limit` ends the search. The service may
   * be writing meanwhile, so the same line has to tell of the same row each time it is asked.
   */
  compare(session: SqlSession, limit: number): Promise<readonly string[]>;
  /**
   * Makes all of it again; what is right stays as it is. No other one is made meanwhile, but the service may be writing: it
   * holds what the commands hold that keep these rows.
   */
  rebuild(session: TransactionSession): Promise<void>;
}

/** Something that stored rows say and that cannot be made again from other rows; only `cms doctor` looks at it. */
export interface ConsistencyCheck {
  /** Its name in the output of `cms doctor`, unique among checks and derived data. */
  readonly name: string;
  /** The remedy that people are told for the lines. */
  readonly advice: string;
  /** Finds differences, like `compare` of derived data. */
  find(limit: number): Promise<readonly string[]>;
  /** Mends what can be mended with nothing lost; absent when all of it is for people. */
  repair?(): Promise<void>;
}
