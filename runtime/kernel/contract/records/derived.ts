import type { SqlSession, TransactionSession } from '../database/database.js';

/**
 * Stored rows derived from other rows. The commands that change the source rows maintain them. They are built
 * at startup if they are missing or their rules have changed, and checked and repaired by `cms doctor`.
 *
 * @example
 * const totals: DerivedData = {
 *   name: 'booking totals',
 *   version: 1,
 *   compare: () => Promise.resolve([]),
 *   rebuild: async (work) => {
 *     await work.run(`DELETE FROM ${work.table('booking_total')}`);
 *   },
 * };
 */
export interface DerivedData {
  /** Unique name, shown by `cms doctor` and stored with the derived state. */
  readonly name: string;
  /** Version of the derivation rules. Raising it rebuilds the rows at the next start. */
  readonly version: number;
  /**
   * Returns one line for each incorrect row, at most `limit`; none if all rows are correct. The service may
   * be writing at the same time, so the same row must produce the same line each time.
   */
  compare(session: SqlSession, limit: number): Promise<readonly string[]>;
  /**
   * Rebuilds all rows; correct ones are left unchanged. Rebuilds run one at a time, but the service may be
   * writing, so take the same locks as the commands that maintain the rows.
   */
  rebuild(session: TransactionSession): Promise<void>;
}

/**
 * A check of stored data that cannot be rebuilt from other rows. Only `cms doctor` runs it.
 *
 * @example
 * const overbooked: ConsistencyCheck = {
 *   name: 'overbooked events',
 *   advice: 'Move bookings to another date.',
 *   find: () => Promise.resolve([]),
 * };
 */
export interface ConsistencyCheck {
  /** Name in the output of `cms doctor`, unique among checks and derived data. */
  readonly name: string;
  /** Remedy shown with the findings. */
  readonly advice: string;
  /** Returns differences, like `compare` of derived data. */
  find(limit: number): Promise<readonly string[]>;
  /** Repairs whatever can be repaired without data loss; absent if all repairs are manual. */
  repair?(): Promise<void>;
}
