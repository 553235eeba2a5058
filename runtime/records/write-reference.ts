import type { SqlValue, TransactionSession } from '../contract/database.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { idLists } from './id-lists.js';
import type { IncomingColumn } from './incoming-columns.js';

interface ReferenceWrite {
  readonly column: Pick<IncomingColumn, 'table' | 'column' | 'type'>;
  /** Records that get the reference. */
  readonly ids: readonly string[];
  readonly to: string | null;
}

/** Gives one to-one member of many records one value; two statements at most, whatever the number of records. */
export type WriteReference = (session: TransactionSession, write: ReferenceWrite, now: Date) => Promise<void>;

const TOUCHED = 'modified_at = :now';

export function createWriteReference(registry: ResourceRegistry): WriteReference {
  return async (session, { column: { table, column, type }, ids: all, to }, now) => {
    const { dialect } = session;
    const isBase = type === null;
    const assignment = `${dialect.quote(column)} = :to${isBase ? `, ${TOUCHED}` : ''}`;
    const where = dialect.anyOf('id', 'ids', 'uuid');
    const sql = `update ${session.table(table)} set ${assignment} where ${where}`;
    const stamp: Record<string, SqlValue> = isBase ? { now: dialect.encode('datetime', now) } : {};
    for (const ids of idLists(all)) await session.run(sql, { ids, to, ...stamp });
    if (!isBase) await touchRecords(session, registry.require(type).baseTable, all, now);
  };
}

/** Components and page data keep the moment of their last change in their base rows. */
export async function touchRecords(
  session: TransactionSession,
  baseTable: string | null,
  all: readonly string[],
  now: Date,
): Promise<void> {
  if (baseTable === null) return;
  const { dialect } = session;
  const sql = `update ${session.table(baseTable)} set ${TOUCHED} where ${dialect.anyOf('id', 'ids', 'uuid')}`;
  for (const ids of idLists(all)) await session.run(sql, { ids, now: dialect.encode('datetime', now) });
}
