import type { Database } from '../../../kernel/contract/database/database.js';
import type { RetentionWork } from '../../../kernel/contract/features/retention.js';
import { invalidationTable } from '../tables.js';
import { ROWS_ARE_READ } from './invalidation-rows.js';

/** Number of retained rows. A process that is further behind invalidates its whole cache. */
const KEPT = 1000;

/**
 * Deletes old invalidation rows. Numbers are consecutive: if a process still finds its last row, all later rows exist.
 * Otherwise it is more than `KEPT` writes behind.
 */
export function createInvalidationRetention(database: Database): RetentionWork {
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
