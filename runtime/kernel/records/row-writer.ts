import type { WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { stateKey } from '../util/async/state.js';
import { changeLogOf } from './change-log.js';
import { createLinkRows, type LinkMove } from './link-rows.js';
import { createLockRecords } from './lock-records.js';
import { changedFields } from './record-diff.js';
import { createRecordInserts, type RecordInserts } from './record-inserts.js';
import type { RecordReader } from './record-reader.js';
import { createIndexRows, type ReferenceIndex } from './reference-index.js';
import { referencesOf } from './references.js';
import { createRemoveRows } from './remove-rows.js';
import { versionStamp } from './record-versions.js';
import { rowUpdates } from './row-updates.js';
import { changedRows } from './row-values.js';
import { type NumberWrite, type ReferenceWrite, writeNumbers, writeReference } from './set-rows.js';
import { isLink, isStored, readBack, stampOf } from './stored-members.js';
import { applied, type Edit, isPlainUpdate, reload, type Updated } from './written-state.js';

/**
 * The only code that writes rows of resources: every write is recorded for the unit that it is part of, so that what follows a
 * unit knows all that it changed, and the indexes of references are kept with it. New rows pass through the Sequelize models of the tables; everything else is a prepared
 * statement (ADR 30).
 */
export interface RowWriter extends RecordInserts {
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
  const inserts = createRecordInserts({ registry, reader, indexRows, links });

  async function writeLists(unit: WriteScope, { before, after }: Edit): Promise<void> {
    for (const field of registry.require(before.type).fields.filter(isLink)) {
      const [stored, wanted] = [before, after].map(({ values }) => referencesOf(values[field.name]));
      await links.write(unit, { record: before, field, stored: stored ?? [], wanted: wanted ?? [] });
    }
  }

  return {
    ...inserts,

    async update(unit, edit) {
      const { before, after } = edit;
      const { session } = unit;
      const resource = registry.require(before.type);
      const changed = changedFields(resource, before.values, after.values);
      const isSame = changed.length === 0 && Object.keys(after.concealed ?? {}).length === 0;
      if (isSame) return { after: before, changed };
      await session.sendAll([
        ...rowUpdates(session, changedRows({ resource, after, changed, stamp: versionStamp(unit) })),
        ...indexRows.changed(session, [{ record: before, members: changed }]),
      ]);
      await writeLists(unit, edit);
      const isPlain = isPlainUpdate(resource, changed);
      const stored = isPlain
        ? applied(unit, resource, { edit, changed })
        : await reload(reader, unit, before);
      const names = isPlain ? changed : resource.fields.filter(isWritten).map(({ name }) => name);
      record(unit, before, Object.fromEntries(names.map((name) => [name, stored.values[name]])));
      return { after: stored, changed };
    },

    async updateAll(unit, edits) {
      const { session } = unit;
      const stamp = versionStamp(unit);
      const updates = edits.map(({ before, after }) => {
        const resource = registry.require(before.type);
        const changed = changedFields(resource, before.values, after.values);
        return { resource, before, after, changed, stamp };
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

const isWritten = (field: FieldDescriptor): boolean => isStored(field) || isLink(field);
