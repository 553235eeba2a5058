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
 * Writes the rows of resources. No other code does, so a unit of work knows all its changes and the reference
 * indexes stay in sync. New rows go through the Sequelize models of the tables; everything else is a prepared
 * statement (ADR 30).
 */
export interface RowWriter extends RecordInserts {
  /** Writes the differences and returns the record as stored; writes nothing if there are none. */
  update(unit: WriteScope, edit: Edit): Promise<Updated>;
  /**
   * Sends updates together. They must not change lists, and only values that every database stores unchanged.
   */
  updateAll(unit: WriteScope, edits: readonly Edit[]): Promise<void>;
  /**
   * Sets a to-one field of many records to one value and returns the updated records. At most two statements.
   */
  point(unit: WriteScope, write: ReferenceWrite): Promise<readonly StoredRecord[]>;
  /** Sets an integer field of many records of one type to individual values, with one statement. */
  renumber(unit: WriteScope, write: NumberWrite): Promise<void>;
  /** Replaces one record by another in the lists of some holders. */
  relink(unit: WriteScope, write: LinkMove): Promise<void>;
  /**
   * Announces the removal of records while their references still exist. `remove` does it for records not
   * announced before.
   */
  announceRemoval(unit: WriteScope, records: readonly StoredRecord[]): Promise<void>;
  /**
   * Deletes records of any types with their links and list positions. The caller decides what else to delete.
   */
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

  /** The base row stores the time of every change, even if the write does not set it. */
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
