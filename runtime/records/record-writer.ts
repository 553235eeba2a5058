import type { TransactionSession } from '../contract/database.js';
import type { Reference, StoredRecord } from '../contract/record.js';
import type { FieldDescriptor, LinkTable, ToManyField } from '../contract/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { changedFields } from './record-diff.js';

/** Writes records through the Sequelize models of their tables; the base row, the own row and the links. */
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
        await insertLinks(session, field.through, record.id, references(record.values[field.name]));
      }
    },

    async update(session, before, after, now) {
      const resource = registry.require(before.type);
      const changed = changedFields(resource, before.values, after.values);
      if (changed.length === 0) return changed;
      const isChanged = ({ name }: FieldDescriptor): boolean => changed.includes(name);
      if (resource.baseTable !== null) {
        const base = {
          modified_at: now,
          ...columnValues(resource.baseFields.filter(isChanged), after.values),
        };
        await updateRow(session, resource.baseTable, before.id, base);
      }
      await updateRow(
        session,
        resource.table,
        before.id,
        columnValues(resource.ownFields.filter(isChanged), after.values),
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

async function updateRow(
  session: TransactionSession,
  table: string,
  id: string,
  values: Record<string, unknown>,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await session
    .model(table)
    .update(values, { where: { id }, transaction: session.transaction, hooks: false });
}

/** Values of the fields that have a column of their own, keyed by column. */
function columnValues(
  fields: readonly FieldDescriptor[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[field.name];
    if (value === undefined) continue;
    if (field.kind === 'scalar' || field.kind === 'upload') columns[field.column] = value;
    // To-one members hold references or null.
    else if (field.kind === 'to-one') columns[field.column] = (value as Reference | null)?.id ?? null;
  }
  return columns;
}

type LinkField = ToManyField & { readonly through: LinkTable };

function linkFields(resource: RegisteredResource): LinkField[] {
  return resource.fields.filter(
    (field): field is LinkField => field.kind === 'to-many' && field.through.kind === 'link',
  );
}

function references(value: unknown): readonly Reference[] {
  // To-many members hold lists of references; a record being created may lack them.
  return (value as readonly Reference[] | undefined) ?? [];
}

async function replaceLinks(
  session: TransactionSession,
  { name, through }: LinkField,
  before: StoredRecord,
  after: StoredRecord,
): Promise<void> {
  const old = new Set(references(before.values[name]).map(({ id }) => id));
  const wanted = references(after.values[name]);
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
