import type { SqlValue, SqlWrite, TransactionSession } from '../contract/database.js';
import type { ConcealedValues } from '../contract/operations.js';
import { referencesOf } from './references.js';
import type { Reference, StoredRecord } from '../contract/record.js';
import type { ColumnType, FieldDescriptor, LinkTable, ToManyField } from '../contract/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { changedFields } from './record-diff.js';

/**
 * Writes records: the base row, the own row and the links. What is new or goes away passes through the Sequelize models of
 * the tables; an update, which every edit is, is a prepared statement.
 */
export interface RecordWriter {
  insert(session: TransactionSession, record: WrittenRecord, now: Date): Promise<void>;
  /** New records of one type whose lists are empty; a statement for each table and thousand of them. */
  insertAll(session: TransactionSession, records: readonly StoredRecord[], now: Date): Promise<void>;
  /** Writes what differs and answers the changed members; nothing is written when nothing differs. */
  update(
    session: TransactionSession,
    before: StoredRecord,
    after: WrittenRecord,
    now: Date,
  ): Promise<string[]>;
  /** Updates that change no list, sent together; answers the changed members of each. */
  updateAll(session: TransactionSession, edits: readonly Edit[], now: Date): Promise<readonly string[][]>;
  /** Removes the rows of the record and its links. What else must go is decided by the caller. */
  remove(session: TransactionSession, record: StoredRecord): Promise<void>;
}

/** A record with values of columns that no record holds. */
export type WrittenRecord = StoredRecord & { readonly concealed?: ConcealedValues };

/** A record as it is stored and as it is to be. */
export interface Edit {
  readonly before: StoredRecord;
  readonly after: StoredRecord;
}

/** Rows of one insert: their columns must stay below the 65535 parameters of MySQL and MariaDB. */
const ROWS_AT_ONCE = 1000;

export function createRecordWriter(registry: ResourceRegistry): RecordWriter {
  return {
    async insert(session, record, now) {
      const resource = registry.require(record.type);
      const { base, own } = newRows(resource, record, now);
      const { transaction } = session;
      if (resource.baseTable !== null)
        await session.model(resource.baseTable).create(base, { transaction, returning: false });
      await session.model(resource.table).create(own, { transaction, returning: false });
      for (const field of linkFields(resource)) {
        await insertLinks(session, field.through, record.id, referencesOf(record.values[field.name]));
      }
    },

    async insertAll(session, records, now) {
      const options = { transaction: session.transaction, returning: false };
      for (let from = 0; from < records.length; from += ROWS_AT_ONCE) {
        const chunk = records.slice(from, from + ROWS_AT_ONCE);
        const resource = registry.require(chunk[0]?.type ?? '');
        const rows = chunk.map((record) => newRows(resource, record, now));
        if (resource.baseTable !== null)
          await session.model(resource.baseTable).bulkCreate(
            rows.map(({ base }) => base),
            options,
          );
        await session.model(resource.table).bulkCreate(
          rows.map(({ own }) => own),
          options,
        );
      }
    },

    async update(session, before, after, now) {
      const resource = registry.require(before.type);
      const changed = changedFields(resource, before.values, after.values);
      const { concealed = {} } = after;
      if (changed.length === 0 && Object.keys(concealed).length === 0) return changed;
      await session.sendAll(rowUpdates(session, resource, { after, changed, now }));
      const isChanged = ({ name }: FieldDescriptor): boolean => changed.includes(name);
      for (const field of linkFields(resource).filter(isChanged)) {
        await replaceLinks(session, field, before, after);
      }
      return changed;
    },

    async updateAll(session, edits, now) {
      const updates = edits.map(({ before, after }) => {
        const resource = registry.require(before.type);
        const changed = changedFields(resource, before.values, after.values);
        return { resource, after, changed, now };
      });
      await session.sendAll(
        updates.flatMap(({ resource, ...update }) => rowUpdates(session, resource, update)),
      );
      return updates.map(({ changed }) => changed);
    },

    async remove(session, record) {
      const resource = registry.require(record.type);
      const { transaction } = session;
      for (const { through } of linkFields(resource)) {
        await session
          .model(through.table)
          .destroy({ where: { [through.ownColumn]: record.id }, transaction });
      }
      await session.model(resource.table).destroy({ where: { id: record.id }, transaction });
      if (resource.baseTable !== null) {
        await session.model(resource.baseTable).destroy({ where: { id: record.id }, transaction });
      }
    },
  };
}

/** A column of a row and what it is given. */
interface Cell {
  readonly column: string;
  readonly type: ColumnType;
  readonly value: unknown;
}

const MODIFIED_AT = 'modified_at';

function newRows(
  resource: RegisteredResource,
  { id, values, concealed }: WrittenRecord,
  now: Date,
): { readonly base: Record<string, unknown>; readonly own: Record<string, unknown> } {
  const base = {
    id,
    dtype: resource.name,
    created_at: now,
    modified_at: now,
    ...columnValues(resource.baseFields, values),
  };
  return { base, own: { id, ...columnValues(resource.ownFields, values), ...concealed } };
}

interface RowUpdate {
  readonly after: WrittenRecord;
  readonly changed: readonly string[];
  readonly now: Date;
}

/** Updates of the own row and the base row, which keeps the moment of the last change; none where nothing changed. */
function rowUpdates(
  session: TransactionSession,
  resource: RegisteredResource,
  { after, changed, now }: RowUpdate,
): SqlWrite[] {
  const concealed = concealedCells(resource, after.concealed ?? {});
  if (changed.length === 0 && concealed.length === 0) return [];
  const isChanged = ({ name }: FieldDescriptor): boolean => changed.includes(name);
  const base = cellsOf(resource.baseFields.filter(isChanged), after.values);
  const stamped = base.some(({ column }) => column === MODIFIED_AT);
  const touched: Cell = { column: MODIFIED_AT, type: 'datetime', value: now };
  const own = cellsOf(resource.ownFields.filter(isChanged), after.values);
  const rows = [
    { table: resource.baseTable, cells: stamped ? base : [touched, ...base] },
    { table: resource.table, cells: [...own, ...concealed] },
  ];
  return rows.flatMap(({ table, cells }) =>
    table === null || cells.length === 0 ? [] : rowUpdate(session, table, after.id, cells),
  );
}

/** The text depends on the columns only, so that the connection keeps it prepared. */
function rowUpdate(
  { dialect, table }: TransactionSession,
  name: string,
  id: string,
  cells: readonly Cell[],
): SqlWrite {
  const parameters: Record<string, SqlValue> = { id };
  const assignments = cells.map(({ column, type, value }, index) => {
    parameters[`v${index}`] = dialect.encode(type, value);
    return `${dialect.quote(column)} = :v${index}`;
  });
  return { sql: `update ${table(name)} set ${assignments.join(', ')} where id = :id`, parameters };
}

/** The fields that have a column of their own, with their values; a member without a value is left alone. */
function cellsOf(fields: readonly FieldDescriptor[], values: Readonly<Record<string, unknown>>): Cell[] {
  return fields.flatMap((field): Cell[] => {
    const value = values[field.name];
    if (value === undefined) return [];
    if (field.kind === 'scalar') return [{ column: field.column, type: field.type, value }];
    if (field.kind === 'upload') return [{ column: field.column, type: 'string', value }];
    if (field.kind !== 'to-one') return [];
    // To-one members hold references or null.
    return [{ column: field.column, type: 'uuid', value: (value as Reference | null)?.id ?? null }];
  });
}

function concealedCells({ concealed = [] }: RegisteredResource, values: ConcealedValues): Cell[] {
  return concealed.flatMap(({ column, type }): Cell[] =>
    Object.hasOwn(values, column) ? [{ column, type, value: values[column] }] : [],
  );
}

function columnValues(
  fields: readonly FieldDescriptor[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(cellsOf(fields, values).map(({ column, value }) => [column, value]));
}

type LinkField = ToManyField & { readonly through: LinkTable };

function linkFields(resource: RegisteredResource): LinkField[] {
  return resource.fields.filter(
    (field): field is LinkField => field.kind === 'to-many' && field.through.kind === 'link',
  );
}

async function replaceLinks(
  session: TransactionSession,
  { name, through }: LinkField,
  before: StoredRecord,
  after: StoredRecord,
): Promise<void> {
  const old = new Set(referencesOf(before.values[name]).map(({ id }) => id));
  const wanted = referencesOf(after.values[name]);
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = [...old].filter((id) => !kept.has(id));
  if (gone.length > 0) {
    const where = { [through.ownColumn]: before.id, [through.targetColumn]: gone };
    await session.model(through.table).destroy({ where, transaction: session.transaction });
  }
  await insertLinks(
    session,
    through,
    before.id,
    wanted.filter(({ id }) => !old.has(id)),
  );
}

async function insertLinks(
  session: TransactionSession,
  { table, ownColumn, targetColumn }: LinkTable,
  id: string,
  targets: readonly Reference[],
): Promise<void> {
  const unique = [...new Set(targets.map((target) => target.id))];
  if (unique.length === 0) return;
  const rows = unique.map((target) => ({ [ownColumn]: id, [targetColumn]: target }));
  await session.model(table).bulkCreate(rows, { transaction: session.transaction, returning: false });
}
