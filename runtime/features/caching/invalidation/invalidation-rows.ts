import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { Dropped } from './feed.js';
import { invalidationTable } from '../tables.js';
import { holdTurn } from '../../../kernel/records/unique-locks.js';

export interface InvalidationRow {
  readonly [column: string]: unknown;
  readonly id: unknown;
  readonly origin: string;
  readonly tags: string | null;
}

/** Lock that numbers invalidating writes in commit order. */
const TURN = 1;

/**
 * Stores the invalidation of a transaction under the next number. A lock is held until the commit, so that numbers
 * become visible in order, unlike those of an auto-increment column.
 */
export async function appendInvalidation(
  session: TransactionSession,
  { origin, dropped }: { readonly origin: string; readonly dropped: Dropped },
): Promise<void> {
  const table = session.table(invalidationTable.name);
  await holdTurn(TURN, session);
  const row = await session.first<{ newest: unknown }>(newestSql(table));
  const id = Number(row?.newest ?? 0) + 1;
  const tags = dropped === 'everything' ? null : dropped.join(' ');
  const sql = `insert into ${table} (id, origin, tags) values (:id, :origin, :tags)`;
  await session.sendAll([{ sql, parameters: { id, origin, tags } }]);
}

export const newestSql = (table: string): string =>
  `select max(i.id) as newest from ${table} i where i.id > ${ROWS_ARE_READ}`;

/** Number of a marker row. It exists if some process receives invalidations only by reading rows. */
export const ROWS_ARE_READ = 0;

/** Selects rows from the last read row on. If that row is missing, later ones may be missing too. */
export const rowsSql = (table: string): string => `select i.id as id, i.origin as origin, i.tags as tags
from ${table} i
where i.id >= :last and i.id > ${ROWS_ARE_READ}
order by i.id`;

/** The position of a process in the numbered rows. */
export interface InvalidationReader {
  /** Number of the last read row. */
  readonly last: number;
  /** Processes the rows that `rowsSql` found after `last`. */
  take(rows: readonly InvalidationRow[]): void;
  /** Sets the position to `newest`. Everything cached earlier may be stale. */
  startAt(newest: number): void;
}

export function createInvalidationReader(
  origin: string,
  drop: (dropped: Dropped) => void,
): InvalidationReader {
  let last = 0;
  return {
    get last() {
      return last;
    },
    take(rows) {
      const [first] = rows;
      // Numbers start at 1. A missing last row means that more rows were deleted, or that the database was replaced.
      const isComplete =
        last === 0 ? first === undefined || Number(first.id) === 1 : Number(first?.id) === last;
      for (const { id, origin: writer, tags } of isComplete ? rows : []) {
        if (Number(id) === last || writer === origin) continue;
        drop(tags === null ? 'everything' : tags.split(' '));
      }
      if (!isComplete) drop('everything');
      last = Number(rows.at(-1)?.id ?? 0);
    },
    startAt(newest) {
      drop('everything');
      last = newest;
    },
  };
}
