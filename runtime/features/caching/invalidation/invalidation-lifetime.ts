import type { Database } from '../../../kernel/contract/database/database.js';
import type { WorkLifetime } from '../../../kernel/contract/features/lifetimes.js';
import { invalidationTable } from '../tables.js';
import { ROWS_ARE_READ } from './invalidation-rows.js';

/** Rows that stay; a process that has seen less than the oldest of them drops everything. */
const KEPT = 1000;

/**
 * Numbers go from the smallest on and without gaps: a process that finds the last row it has read finds all behind it, and one that
 * does not was slower than `KEPT` writes.
 */
export function createInvalidationLifetime(database: Database): WorkLifetime {
  const table = database.table(invalidationTable.name);
  const sql = `select min(i.id) as oldest, max(i.id) as newest from ${table} i where i.id > ${ROWS_ARE_READ}`;
  return {
    name: 'invalidation-numbers',
    what: 'Invalidations for the response caches of other processes',
    where: '`invalidation`',
    keeps: `the newest ${KEPT} remain; a slower process clears its whole cache`,
    async clean({ limit }) {
      const { oldest, newest } = (await database.first<{ oldest: unknown; newest: unknown }>(sql)) ?? {};
      if (oldest == null) return 0;
      const last = Math.min(Number(newest) - KEPT, Number(oldest) + limit - 1);
      if (last < Number(oldest)) return 0;
      return database.transaction((session) =>
        session.run(`delete from ${table} where id > ${ROWS_ARE_READ} and id <= :last`, { last }),
      );
    },
  };
}
