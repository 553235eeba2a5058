import type { SqlSession } from '../contract/database/database.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { allForIds, byType, idLists } from './id-lists.js';
import type { RecordReader } from './record-reader.js';

interface Address {
  readonly type: string;
  readonly id: string;
}

export interface LockRecords {
  /**
   * Locks records against changes and new references until the transaction ends. Writes of a record lock its
   * own row first; references to a component or page data lock the base row.
   */
  lock(session: SqlSession, records: readonly Address[]): Promise<void>;
  /** Loads records of any types with one statement per type; unknown ids are omitted. */
  load(session: SqlSession, records: readonly Address[]): Promise<StoredRecord[]>;
  /** Locks records, then loads them, so that the loaded state cannot change. */
  lockAndLoad(session: SqlSession, records: readonly Address[]): Promise<StoredRecord[]>;
}

export function createLockRecords({
  registry,
  reader,
}: {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
}): LockRecords {
  async function lock(session: SqlSession, records: readonly Address[]): Promise<void> {
    // The transaction has locked the whole database.
    if (session.dialect.forUpdate === '') return;
    const rows: Address[] = records.map(({ type, id }) => ({ type: registry.require(type).table, id }));
    const bases = records.flatMap(({ type, id }): Address[] => {
      const { baseTable } = registry.require(type);
      return baseTable === null ? [] : [{ type: baseTable, id }];
    });
    for (const [table, entries] of [...byType(rows), ...byType(bases)])
      await lockRows(session, table, entries);
  }

  async function load(session: SqlSession, records: readonly Address[]): Promise<StoredRecord[]> {
    const found: StoredRecord[] = [];
    for (const [type, entries] of byType(records)) {
      for (const ids of idLists(entries.map(({ id }) => id)))
        found.push(...(await reader.findMany(session, type, ids)));
    }
    return found;
  }

  return {
    lock,
    load,
    async lockAndLoad(session, records) {
      await lock(session, records);
      return load(session, records);
    },
  };
}

async function lockRows(session: SqlSession, table: string, rows: readonly Address[]): Promise<void> {
  const { dialect } = session;
  const where = dialect.anyOf('t.id', 'ids', 'uuid');
  const sql = `select t.id as id\nfrom ${session.table(table)} t\nwhere ${where}\norder by t.id${dialect.forUpdate}`;
  await allForIds(session, sql, { ids: rows.map(({ id }) => id) });
}
