import type { WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { changeLogOf } from './change-log.js';
import type { LinkRows } from './link-rows.js';
import { changedFields } from './record-diff.js';
import type { RecordReader } from './record-reader.js';
import type { IndexRows } from './reference-index.js';
import { firstVersion, versionStamp } from './record-versions.js';
import { newRows, type WrittenRecord } from './row-values.js';
import { isLink } from './stored-members.js';
import {
  applied,
  asRead,
  type Edit,
  isPlainRecord,
  isPlainUpdate,
  reload,
  type Updated,
} from './written-state.js';

/** Rows per insert: their columns must stay below the limit of 65535 parameters in MySQL and MariaDB. */
const ROWS_AT_ONCE = 1000;

/** Inserts rows of new records and records the changes for the unit of work. */
export interface RecordInserts {
  /** Inserts a record and returns it as stored. */
  insert(unit: WriteScope, record: WrittenRecord): Promise<StoredRecord>;
  /**
   * Inserts a changed copy of a record; `before` is the state that a read of an unchanged copy would return.
   */
  insertCopy(unit: WriteScope, edit: Edit): Promise<Updated>;
  /** Inserts new records of one type, with a few statements per thousand records. */
  insertAll(unit: WriteScope, records: readonly WrittenRecord[]): Promise<readonly StoredRecord[]>;
}

/** Creates the part of the row writer that inserts records, through the Sequelize models of their tables. */
export function createRecordInserts({
  registry,
  reader,
  indexRows,
  links,
}: {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly indexRows: IndexRows;
  readonly links: LinkRows;
}): RecordInserts {
  async function insertChunk(
    unit: WriteScope,
    chunk: readonly WrittenRecord[],
  ): Promise<readonly StoredRecord[]> {
    const { session } = unit;
    const resource = registry.require(chunk[0]?.type ?? '');
    const stamp = versionStamp(unit);
    const rows = chunk.map((record) => newRows(resource, record, stamp));
    const tables = [
      { table: resource.baseTable, entries: rows.map(({ base }) => base) },
      { table: resource.table, entries: rows.map(({ own }) => own) },
    ];
    for (const { table, entries } of tables) if (table !== null) await session.insert(table, entries);
    await session.sendAll(indexRows.created(session, chunk));
    for (const field of resource.fields.filter(isLink)) await links.writeNew(unit, chunk, field);
    const isKnown = chunk.every((record) => isPlainRecord(resource, record));
    const ids = chunk.map(({ id }) => id);
    const stored = isKnown
      ? chunk.map((record) => asRead(resource, record, session))
      : await reader.findMany(session, resource.name, ids);
    for (const record of stored) changeLogOf(session).created(record);
    return stored;
  }

  async function insertRow(unit: WriteScope, record: WrittenRecord): Promise<void> {
    const { session } = unit;
    const resource = registry.require(record.type);
    const { base, own } = newRows(resource, record, versionStamp(unit));
    if (resource.baseTable !== null) await session.insert(resource.baseTable, [base]);
    await session.insert(resource.table, [own]);
    await session.sendAll(indexRows.created(session, [record]));
    for (const field of resource.fields.filter(isLink)) await links.writeNew(unit, [record], field);
  }

  return {
    async insert(unit, record) {
      const resource = registry.require(record.type);
      await insertRow(unit, record);
      const isKnown = isPlainRecord(resource, record);
      const after = isKnown ? asRead(resource, record, unit.session) : await reload(reader, unit, record);
      changeLogOf(unit.session).created(after);
      return after;
    },

    async insertCopy(unit, edit) {
      const { before, after } = edit;
      const resource = registry.require(before.type);
      const changed = changedFields(resource, before.values, after.values);
      await insertRow(unit, after);
      const isKnown = isPlainUpdate(resource, changed);
      const stored = isKnown
        ? { ...applied(unit, resource, { edit, changed }), version: firstVersion(resource, after) }
        : await reload(reader, unit, before);
      changeLogOf(unit.session).created(stored);
      return { after: stored, changed };
    },

    async insertAll(unit, records) {
      const stored: StoredRecord[] = [];
      for (let from = 0; from < records.length; from += ROWS_AT_ONCE)
        stored.push(...(await insertChunk(unit, records.slice(from, from + ROWS_AT_ONCE))));
      return stored;
    },
  };
}
