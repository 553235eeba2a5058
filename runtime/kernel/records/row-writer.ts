import type { SqlSession } from '../contract/database.js';
import type { WriteScope } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import { InternalError } from '../errors/internal-error.js';
import type { FieldDescriptor } from '../contract/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { stateKey } from '../util/state.js';
import { changeLogOf } from './change-log.js';
import type { LinkMove } from './link-rows.js';
import { createLinkRows } from './link-rows.js';
import { createLockRecords } from './lock-records.js';
import { changedFields } from './record-diff.js';
import type { RecordReader } from './record-reader.js';
import type { ReferenceIndex } from './reference-index.js';
import { createIndexRows } from './reference-index.js';
import { referencesOf } from './references.js';
import { createRemoveRows } from './remove-rows.js';
import type { WrittenRecord } from './row-values.js';
import { rowUpdates } from './row-updates.js';
import { changedRows, newRows } from './row-values.js';
import type { NumberWrite, ReferenceWrite } from './set-rows.js';
import { writeNumbers, writeReference } from './set-rows.js';
import { isKept, isLink, isStored, readBack, stampOf } from './stored-members.js';

/**
 * The only code that writes rows of resources: every write is recorded for the unit that it is part of, so that what follows a
 * unit knows all that it changed, and the indexes of references are kept with it. New rows pass through the Sequelize models of the tables; everything else is a prepared
 * statement (ADR 30).
 */
export interface RowWriter {
  /** Answers the record as it is stored. */
  insert(unit: WriteScope, record: WrittenRecord): Promise<StoredRecord>;
  /** Stores a copy of another record as it is to be; `before` is what a read would answer if it were stored unchanged. */
  insertCopy(unit: WriteScope, edit: Edit): Promise<Updated>;
  /** The same for new records of one type; a few statements for each thousand of them. */
  insertAll(unit: WriteScope, records: readonly WrittenRecord[]): Promise<readonly StoredRecord[]>;
  /** Writes what differs and answers the record as it is stored; nothing is written when nothing differs. */
  update(unit: WriteScope, edit: Edit): Promise<Updated>;
  /** Updates that change no list and only values that every database keeps as they are given, sent together. */
  updateAll(unit: WriteScope, edits: readonly Edit[]): Promise<void>;
  /** Gives one to-one member of many records one value; answers them as they are then. Two statements at most. */
  point(unit: WriteScope, write: ReferenceWrite): Promise<readonly StoredRecord[]>;
  /** Gives a whole-number member of many records of one type a value each, with one statement. */
  renumber(unit: WriteScope, write: NumberWrite): Promise<void>;
  /** Puts one record in the place of another in the lists of some holders. */
  relink(unit: WriteScope, write: LinkMove): Promise<void>;
  /** Announces that records are about to go while everything that leads to them is still there; `remove` does it for others. */
  announceRemoval(unit: WriteScope, records: readonly StoredRecord[]): Promise<void>;
  /** Removes records of any types, with their links and their places in lists. What else must go is decided by the caller. */
  remove(unit: WriteScope, records: readonly StoredRecord[]): Promise<void>;
}

/** A record as it is stored and as it is to be. */
export interface Edit {
  readonly before: StoredRecord;
  readonly after: WrittenRecord;
}

export interface Updated {
  readonly after: StoredRecord;
  /** Members whose value differs. */
  readonly changed: readonly string[];
}

/** Rows of one insert: their columns must stay below the 65535 parameters of MySQL and MariaDB. */
const ROWS_AT_ONCE = 1000;

export function createRowWriter({
  registry,
  reader,
  indexes,
}: {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly indexes: readonly ReferenceIndex[];
}): RowWriter {
  const indexRows = createIndexRows(indexes);
  const locks = createLockRecords({ registry, reader });
  const links = createLinkRows({ registry, locks });
  const removeRows = createRemoveRows({ registry, locks, links });

  async function reload({ session }: WriteScope, before: StoredRecord): Promise<StoredRecord> {
    const record = await reader.find(session, before);
    if (record === undefined)
      throw new InternalError(`${before.type} ${before.id} vanished inside its own transaction`);
    return record;
  }

  async function writeLists(unit: WriteScope, { before, after }: Edit): Promise<void> {
    for (const field of registry.require(before.type).fields.filter(isLink)) {
      const [stored, wanted] = [before, after].map(({ values }) => referencesOf(values[field.name]));
      await links.write(unit, { record: before, field, stored: stored ?? [], wanted: wanted ?? [] });
    }
  }

  async function insertChunk(
    unit: WriteScope,
    chunk: readonly WrittenRecord[],
  ): Promise<readonly StoredRecord[]> {
    const { session, context } = unit;
    const resource = registry.require(chunk[0]?.type ?? '');
    const options = { transaction: session.transaction, returning: false };
    const rows = chunk.map((record) => newRows(resource, record, context.now));
    const tables = [
      { table: resource.baseTable, entries: rows.map(({ base }) => base) },
      { table: resource.table, entries: rows.map(({ own }) => own) },
    ];
    for (const { table, entries } of tables)
      if (table !== null) await session.model(table).bulkCreate(entries, options);
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
    const { session, context } = unit;
    const resource = registry.require(record.type);
    const { base, own } = newRows(resource, record, context.now);
    const options = { transaction: session.transaction, returning: false };
    if (resource.baseTable !== null) await session.model(resource.baseTable).create(base, options);
    await session.model(resource.table).create(own, options);
    await session.sendAll(indexRows.created(session, [record]));
    for (const field of resource.fields.filter(isLink)) await links.writeNew(unit, [record], field);
  }

  return {
    async insert(unit, record) {
      const resource = registry.require(record.type);
      await insertRow(unit, record);
      const isKnown = isPlainRecord(resource, record);
      const after = isKnown ? asRead(resource, record, unit.session) : await reload(unit, record);
      changeLogOf(unit.session).created(after);
      return after;
    },

    async insertCopy(unit, edit) {
      const { before, after } = edit;
      const resource = registry.require(before.type);
      const changed = changedFields(resource, before.values, after.values);
      await insertRow(unit, after);
      const isKnown = isPlainUpdate(resource, changed);
      const stored = isKnown ? applied(unit, resource, { edit, changed }) : await reload(unit, before);
      changeLogOf(unit.session).created(stored);
      return { after: stored, changed };
    },

    async insertAll(unit, records) {
      const stored: StoredRecord[] = [];
      for (let from = 0; from < records.length; from += ROWS_AT_ONCE)
        stored.push(...(await insertChunk(unit, records.slice(from, from + ROWS_AT_ONCE))));
      return stored;
    },

    async update(unit, edit) {
      const { before, after } = edit;
      const { session, context } = unit;
      const resource = registry.require(before.type);
      const changed = changedFields(resource, before.values, after.values);
      const isSame = changed.length === 0 && Object.keys(after.concealed ?? {}).length === 0;
      if (isSame) return { after: before, changed };
      await session.sendAll([
        ...rowUpdates(session, changedRows({ resource, after, changed, now: context.now })),
        ...indexRows.changed(session, [{ record: before, members: changed }]),
      ]);
      await writeLists(unit, edit);
      const isPlain = isPlainUpdate(resource, changed);
      const stored = isPlain ? applied(unit, resource, { edit, changed }) : await reload(unit, before);
      const names = isPlain ? changed : resource.fields.filter(isWritten).map(({ name }) => name);
      record(unit, before, Object.fromEntries(names.map((name) => [name, stored.values[name]])));
      return { after: stored, changed };
    },

    async updateAll(unit, edits) {
      const { session, context } = unit;
      const updates = edits.map(({ before, after }) => {
        const resource = registry.require(before.type);
        const changed = changedFields(resource, before.values, after.values);
        return { resource, before, after, changed, now: context.now };
      });
      const written = updates.map(({ before, changed }) => ({ record: before, members: changed }));
      await session.sendAll([
        ...rowUpdates(session, updates.flatMap(changedRows)),
        ...indexRows.changed(session, written),
      ]);
      for (const { resource, before, after, changed } of updates) {
        const { values } = applied(unit, resource, { edit: { before, after }, changed });
        if (changed.length > 0)
          record(unit, before, Object.fromEntries(changed.map((name) => [name, values[name]])));
      }
    },

    async point(unit, write) {
      const pointed = await writeReference(unit, write, registry);
      await unit.session.sendAll(indexRows.changed(unit.session, pointed));
      return pointed.map(({ record: holder }) => holder);
    },
    renumber: (unit, write) => writeNumbers(unit, write, registry),
    relink: links.move,
    announceRemoval,
    async remove(unit, records) {
      await announceRemoval(unit, records);
      await unit.session.sendAll(indexRows.removed(unit.session, records));
      await removeRows(unit, records);
    },
  };

  /** The base row keeps the moment of every change, whether the write says so or not. */
  function record(unit: WriteScope, before: StoredRecord, members: Readonly<Record<string, unknown>>): void {
    const resource = registry.require(before.type);
    const { dialect } = unit.session;
    const stamp =
      resource.baseTable === null ? {} : readBack(resource, stampOf(resource, unit.context.now), dialect);
    changeLogOf(unit.session).updated(before, { ...stamp, ...members });
  }
}

const ANNOUNCED = stateKey(() => new Set<string>());

async function announceRemoval(unit: WriteScope, records: readonly StoredRecord[]): Promise<void> {
  const announced = unit.session.state.of(ANNOUNCED);
  const fresh = records.filter(({ id }) => !announced.has(id));
  for (const { id } of fresh) announced.add(id);
  if (fresh.length === 0) return;
  for (const hook of unit.hooks) await hook.beforeDelete?.(fresh, unit.session, unit.context);
}

/** Whether a new record says all about its state, which saves reading it back; what other records keep is shown in their order. */
function isPlainRecord(resource: RegisteredResource, { values }: StoredRecord): boolean {
  if (showsOthers(resource)) return false;
  return resource.fields.every((field) => {
    const value = values[field.name];
    if (value == null || (Array.isArray(value) && value.length === 0)) return true;
    if (field.kind === 'scalar') return isKept(field);
    return field.kind === 'computed' || isStored(field);
  });
}

/** A new record of kept values as a read answers it. */
function asRead(
  resource: RegisteredResource,
  { type, id, values }: StoredRecord,
  { dialect }: Pick<SqlSession, 'dialect'>,
): StoredRecord {
  return { type, id, values: readBack(resource, values, dialect) };
}

/** A member that shows another one of the same record, or of a related one, when its own has no value. */
const showsOthers = ({ fields }: RegisteredResource): boolean =>
  fields.some((field) => field.kind === 'computed' && field.coalesce !== undefined);

/**
 * Whether an update says all about the state it leaves, which saves reading it back; not when a relation or a value that the
 * database works out may have changed with it.
 */
function isPlainUpdate(resource: RegisteredResource, changed: readonly string[]): boolean {
  if (showsOthers(resource)) return false;
  return changed.every((name) => {
    const field = resource.field(name);
    return field !== undefined && isKept(field);
  });
}

const isWritten = (field: FieldDescriptor): boolean => isStored(field) || isLink(field);

function applied(
  { session }: WriteScope,
  resource: RegisteredResource,
  { edit, changed }: { readonly edit: Edit; readonly changed: readonly string[] },
): StoredRecord {
  const { before, after } = edit;
  const members = Object.fromEntries(changed.map((name) => [name, after.values[name]]));
  return { ...before, values: { ...before.values, ...readBack(resource, members, session.dialect) } };
}
