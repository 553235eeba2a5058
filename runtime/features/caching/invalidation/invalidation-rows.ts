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

/** Writes that tell other processes what to drop get numbers in the order in which they are committed. */
const TURN = 1;

/**
 * Stores what a transaction drops under the next number. Whoever has a number holds a lock until its commit, so that no
 * number becomes visible before a smaller one: an auto-increment would.
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

/** Number of a row that is no drop: where it is stored, some process learns of drops by these rows alone. */
export const ROWS_ARE_READ = 0;

/** Reads from the last row on that was read. When that row is gone, later ones may be gone too. */
export const rowsSql = (table: string): string => `select i.id as id, i.origin as origin, i.tags as tags
from ${table} i
where i.id >= :last and i.id > ${ROWS_ARE_READ}
order by i.id`;

/** The position of a process among the numbered rows. */
export interface InvalidationReader {
  /** Number of the last row that was read. */
  readonly last: number;
  /** Takes what `rowsSql` found behind `last`. */
  take(rows: readonly InvalidationRow[]): void;
  /** Takes `newest` for read; whatever was stored before it may be stale. */
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
      // Numbers start at 1; a row that was read and is gone has taken others with it, or another database is in place.
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
