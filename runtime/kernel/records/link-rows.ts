import type { WriteScope } from '../contract/operations.js';
import type { Reference, StoredRecord } from '../contract/record.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { changeLogOf } from './change-log.js';
import { runForIds } from './id-lists.js';
import type { IncomingLink } from './incoming-links.js';
import type { LockRecords } from './lock-records.js';
import { referencesOf, referenceTo } from './references.js';
import type { LinkField } from './stored-members.js';
import { touch } from './set-rows.js';
import { isLink, readBack, stampedTable, stampOf } from './stored-members.js';

/** One list of a record, and what a write adds to it and takes from it. */
export interface LinkEdit {
  readonly record: StoredRecord;
  readonly field: LinkField;
  readonly added: readonly Reference[];
  readonly removed: readonly Reference[];
}

/** One record takes the place of another in the lists of some holders. */
export interface LinkMove {
  readonly link: IncomingLink;
  readonly holders: readonly StoredRecord[];
  readonly from: StoredRecord;
  readonly to: StoredRecord;
}

/** A link table kept by the side that owns it: a list that the other side writes changes records of the owners. */
export interface LinkRows {
  write(unit: WriteScope, edit: LinkEdit): Promise<void>;
  /** A list of new records of one type. */
  writeNew(unit: WriteScope, records: readonly StoredRecord[], field: LinkField): Promise<void>;
  /** Takes records out of the lists of others, recording each list. */
  forget(unit: WriteScope, owners: readonly StoredRecord[], member: LinkMember): Promise<void>;
  move(unit: WriteScope, write: LinkMove): Promise<void>;
}

/** A list that owners keep, and the records that go from it. */
export interface LinkMember {
  readonly field: LinkField;
  readonly gone: readonly string[];
}

export function createLinkRows({
  registry,
  locks,
}: {
  readonly registry: ResourceRegistry;
  readonly locks: Pick<LockRecords, 'load'>;
}): LinkRows {
  /** The list of an owner that a row of the table belongs to. */
  function ownedList({ type }: StoredRecord, { through }: LinkField): LinkField | undefined {
    return registry
      .require(type)
      .fields.find(
        (field): field is LinkField =>
          isLink(field) && field.through.owner && field.through.table === through.table,
      );
  }

  function recordOwners(
    unit: WriteScope,
    owners: readonly StoredRecord[],
    { record, field, added }: LinkEdit,
  ): void {
    const own = referenceTo(record);
    const joined = new Set(added.map(({ id }) => id));
    for (const owner of owners) {
      const list = ownedList(owner, field);
      if (list === undefined) continue;
      const others = referencesOf(owner.values[list.name]).filter(({ id }) => id !== record.id);
      const members = { [list.name]: joined.has(owner.id) ? [...others, own] : others };
      changeLogOf(unit.session).updated(owner, members);
    }
  }

  return {
    async write(unit, edit) {
      const { field, added, removed } = edit;
      if (added.length + removed.length === 0) return;
      const owners = field.through.owner ? [] : await locks.load(unit.session, [...added, ...removed]);
      await deleteLinks(unit, edit);
      await insertLinks(unit, [edit]);
      recordOwners(unit, owners, edit);
    },
    async writeNew(unit, records, field) {
      const edits = records
        .map((record) => ({ record, field, added: referencesOf(record.values[field.name]), removed: [] }))
        .filter(({ added }) => added.length > 0);
      if (edits.length === 0) return;
      const named = edits.flatMap(({ added }) => added);
      const owners = field.through.owner ? [] : await locks.load(unit.session, named);
      await insertLinks(unit, edits);
      for (const owner of owners) {
        const list = ownedList(owner, field);
        if (list === undefined) continue;
        const joined = edits.filter(({ added }) => added.some(({ id }) => id === owner.id));
        const members = joined.map(({ record }) => referenceTo(record));
        const listed = [...referencesOf(owner.values[list.name]), ...members];
        changeLogOf(unit.session).updated(owner, { [list.name]: listed });
      }
    },
    async forget({ session }, owners, { field, gone }) {
      const { table, targetColumn } = field.through;
      const where = session.dialect.anyOf(targetColumn, 'ids', 'uuid');
      await runForIds(session, `delete from ${session.table(table)} where ${where}`, { ids: gone });
      const removed = new Set(gone);
      for (const owner of owners) {
        const left = referencesOf(owner.values[field.name]).filter(({ id }) => !removed.has(id));
        changeLogOf(session).updated(owner, { [field.name]: left });
      }
    },
    async move(unit, write) {
      await moveRows(unit, write);
      if (write.link.field.through.owner) await recordMoved(unit, write);
      else recordChangedOwners(unit, write);
    },
  };

  /** The records themselves own the lists, which the holders only show. */
  function recordChangedOwners({ session }: WriteScope, { link, holders, from, to }: LinkMove): void {
    const ids = new Set(holders.map(({ id }) => id));
    for (const owner of [from, to]) {
      const list = ownedList(owner, link.field);
      if (list === undefined) continue;
      const others = referencesOf(owner.values[list.name]).filter(({ id }) => !ids.has(id));
      const members = { [list.name]: owner === from ? others : [...others, ...holders.map(referenceTo)] };
      changeLogOf(session).updated(owner, members);
    }
  }
}

/** A holder that lists the new record already loses the row of the old one. */
async function moveRows({ session }: WriteScope, { link, holders, from, to }: LinkMove): Promise<void> {
  const { name, through } = link.field;
  const { table, ownColumn, targetColumn } = through;
  const isListed = ({ values }: StoredRecord): boolean =>
    referencesOf(values[name]).some(({ id }) => id === to.id);
  const where = `${targetColumn} = :from and ${session.dialect.anyOf(ownColumn, 'ids', 'uuid')}`;
  const listed = holders.filter(isListed).map(({ id }) => id);
  const others = holders.filter((holder) => !isListed(holder)).map(({ id }) => id);
  const deletion = `delete from ${session.table(table)} where ${where}`;
  await runForIds(session, deletion, { from: from.id, ids: listed });
  const update = `update ${session.table(table)} set ${targetColumn} = :to where ${where}`;
  await runForIds(session, update, { from: from.id, to: to.id, ids: others });
}

async function recordMoved(
  { session, context: { now } }: WriteScope,
  { link: { resource, field }, holders, from, to }: LinkMove,
): Promise<void> {
  await touch(session, holders, { table: stampedTable(resource), now });
  const stamp = readBack(resource, stampOf(resource, now), session.dialect);
  for (const holder of holders) {
    const others = referencesOf(holder.values[field.name]).filter(({ id }) => id !== from.id && id !== to.id);
    changeLogOf(session).updated(holder, { [field.name]: [...others, referenceTo(to)], ...stamp });
  }
}

async function deleteLinks({ session }: WriteScope, { record, field, removed }: LinkEdit): Promise<void> {
  const { table, ownColumn, targetColumn } = field.through;
  const where = `${ownColumn} = :id and ${session.dialect.anyOf(targetColumn, 'ids', 'uuid')}`;
  const ids = removed.map(({ id }) => id);
  await runForIds(session, `delete from ${session.table(table)} where ${where}`, { id: record.id, ids });
}

/** Of one list of any number of records. */
async function insertLinks({ session }: WriteScope, edits: readonly LinkEdit[]): Promise<void> {
  const rows = edits.flatMap(({ record, field: { through }, added }) =>
    [...new Set(added.map(({ id }) => id))].map((target) => ({
      [through.ownColumn]: record.id,
      [through.targetColumn]: target,
    })),
  );
  const table = edits[0]?.field.through.table;
  if (table === undefined || rows.length === 0) return;
  await session.model(table).bulkCreate(rows, { transaction: session.transaction, returning: false });
}
