import type { SqlValue, SqlWrite, TransactionSession } from '../contract/database.js';
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
  insert(session: TransactionSession, record: StoredRecord, now: Date): Promise<void>;
  /** Writes what differs and answers the changed members; nothing is written when nothing differs. */
  update(
    session: TransactionSession,
    before: StoredRecord,
    after: StoredRecord,
    now: Date,
  ): Promise<string[]>;
  /** Removes the rows of the record and its links. What else must go is decided by the caller. */
  remove(session: TransactionSession, record: StoredRecord): Promise<void>;
}

export function createRecordWriter(registry: ResourceRegistry): RecordWriter {
  return {
    async insert(session, record, now) {
      const resource = registry.require(record.type);
      const { transaction } = session;
      if (resource.baseTable !== null) {
        const base = {
          id: record.id,
          dtype: resource.name,
          created_at: now,
          modified_at: now,
          ...columnValues(resource.baseFields, record.values),
        };
        await session.model(resource.baseTable).create(base, { transaction, returning: false });
      }
      const own = { id: record.id, ...columnValues(resource.ownFields, record.values) };
      await session.model(resource.table).create(own, { transaction, returning: false });
      for (const field of linkFields(resource)) {
        await insertLinks(session, field.through, record.id, referencesOf(record.values[field.name]));
      }
    },

    async update(session, before, after, now) {
      const resource = registry.require(before.type);
      const changed = changedFields(resource, before.values, after.values);
      if (changed.length === 0) return changed;
      const isChanged = ({ name }: FieldDescriptor): boolean => changed.includes(name);
      const base = cellsOf(resource.baseFields.filter(isChanged), after.values);
      const stamped = base.some(({ column }) => column === MODIFIED_AT);
      const touched: Cell = { column: MODIFIED_AT, type: 'datetime', value: now };
      const own = cellsOf(resource.ownFields.filter(isChanged), after.values);
      const rows = [
        { table: resource.baseTable, cells: stamped ? base : [touched, ...base] },
        { table: resource.table, cells: own },
      ];
      await session.sendAll(
        rows.flatMap(({ table, cells }) =>
          table === null || cells.length === 0 ? [] : rowUpdate(session, table, before.id, cells),
        ),
      );
      for (const field of linkFields(resource).filter(isChanged)) {
        await replaceLinks(session, field, before, after);
      }
      return changed;
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
