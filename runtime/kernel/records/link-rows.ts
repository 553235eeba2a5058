import type { WriteScope } from '../contract/records/writes.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import { LAST_PLACE } from '../contract/schema/resource.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { changeLogOf } from './change-log.js';
import { idLists, runForIds } from './id-lists.js';
import type { IncomingLink } from './incoming-relations.js';
import { placeColumns } from './link-places.js';
import type { LockRecords } from './lock-records.js';
import { inSameOrder, referencesOf } from './references.js';
import { isLink, type LinkField, readBack, stampOf } from './stored-members.js';
import { touch } from './set-rows.js';

/** A list of a record with its stored and its desired state. */
export interface LinkEdit {
  readonly record: StoredRecord;
  readonly field: LinkField;
  readonly stored: readonly Reference[];
  readonly wanted: readonly Reference[];
}

/** Replaces one record by another in the lists of some holders. */
export interface LinkMove {
  readonly link: IncomingLink;
  readonly holders: readonly StoredRecord[];
  readonly from: StoredRecord;
  readonly to: StoredRecord;
}

/**
 * Writes link tables. The owning side keeps the links, so writing the inverse list changes the records of the
 * owners.
 */
export interface LinkRows {
  write(unit: WriteScope, edit: LinkEdit): Promise<void>;
  /** Writes a list of new records of one type. */
  writeNew(unit: WriteScope, records: readonly StoredRecord[], field: LinkField): Promise<void>;
  /** Removes records from the lists of others and records each change. */
  forget(unit: WriteScope, owners: readonly StoredRecord[], member: LinkMember): Promise<void>;
  move(unit: WriteScope, write: LinkMove): Promise<void>;
}

/** A list field of owners, and the records to remove from it. */
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
  /** Returns the owner's list that a row of the table belongs to. */
  function ownedList({ type }: StoredRecord, { through }: LinkField): LinkField | undefined {
    return registry
      .require(type)
      .fields.find(
        (field): field is LinkField =>
          isLink(field) && field.through.owner && field.through.table === through.table,
      );
  }

  /**
   * Records the current lists of owners. Links without positions are ordered by the dates of their records.
   */
  async function recordLists(
    unit: WriteScope,
    owners: readonly StoredRecord[],
    { field }: { readonly field: LinkField },
  ): Promise<void> {
    const { session, context } = unit;
    await touch(unit, owners, registry);
    const now = new Map((await locks.load(session, owners)).map(({ id, values }) => [id, values]));
    for (const owner of owners) {
      const list = ownedList(owner, field);
      if (list === undefined) continue;
      const resource = registry.require(owner.type);
      const stamp = readBack(resource, stampOf(resource, context.now), session.dialect);
      changeLogOf(session).updated(owner, { [list.name]: now.get(owner.id)?.[list.name], ...stamp });
    }
  }

  return {
    async write(unit, edit) {
      const { field } = edit;
      const change = { ...edit, ...changeOf(edit) };
      const concerned = [...change.added, ...change.removed];
      if (concerned.length + change.moved.length === 0) return;
      const owners = field.through.owner ? [] : await locks.load(unit.session, concerned);
      await deleteLinks(unit, change);
      await insertLinks(unit, [change]);
      await placeLinks(unit, change);
      await recordLists(unit, owners, edit);
    },
    async writeNew(unit, records, field) {
      const edits = records
        .map((record) => ({ record, wanted: referencesOf(record.values[field.name]) }))
        .filter(({ wanted }) => wanted.length > 0)
        .map(({ record, wanted }) => ({ record, field, wanted, added: wanted }));
      if (edits.length === 0) return;
      const named = edits.flatMap(({ added }) => added);
      const owners = field.through.owner ? [] : await locks.load(unit.session, named);
      await insertLinks(unit, edits);
      await recordLists(unit, owners, { field });
    },
    async forget(unit, owners, { field, gone }) {
      const { session, context } = unit;
      const { table, targetColumn } = field.through;
      const where = session.dialect.anyOf(targetColumn, 'ids', 'uuid');
      await runForIds(session, `delete from ${session.table(table)} where ${where}`, { ids: gone });
      await touch(unit, owners, registry);
      const removed = new Set(gone);
      for (const owner of owners) {
        const resource = registry.require(owner.type);
        const left = referencesOf(owner.values[field.name]).filter(({ id }) => !removed.has(id));
        const stamp = readBack(resource, stampOf(resource, context.now), session.dialect);
        changeLogOf(session).updated(owner, { [field.name]: left, ...stamp });
      }
    },
    async move(unit, write) {
      const { link, holders, from, to } = write;
      const { field } = link;
      if (holders.length === 0) return;
      await moveRows(unit, write);
      // The records themselves own the lists, and the holders show the inverse.
      await recordLists(unit, field.through.owner ? holders : [from, to], { field });
    },
  };
}

/** Moves links to another record. A holder that already lists the new record only loses the old link. */
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

async function deleteLinks(
  { session }: WriteScope,
  { record, field, removed }: LinkEdit & LinkChange,
): Promise<void> {
  const { table, ownColumn, targetColumn } = field.through;
  const where = `${ownColumn} = :id and ${session.dialect.anyOf(targetColumn, 'ids', 'uuid')}`;
  const ids = removed.map(({ id }) => id);
  await runForIds(session, `delete from ${session.table(table)} where ${where}`, { id: record.id, ids });
}

/** Inserts the links that lists gain. The other side did not send them, so they come last there. */
async function insertLinks(
  { session }: WriteScope,
  edits: readonly (Pick<LinkEdit, 'record' | 'field' | 'wanted'> & Pick<LinkChange, 'added'>)[],
): Promise<void> {
  const rows = edits.flatMap(({ record, field: { through }, wanted, added }) => {
    const places = placesOf(wanted);
    const { own, other } = placeColumns(through);
    return [...idsOf(added)].map((target) => ({
      [through.ownColumn]: record.id,
      [through.targetColumn]: target,
      [own]: places.get(target),
      [other]: LAST_PLACE,
    }));
  });
  const table = edits[0]?.field.through.table;
  if (table === undefined || rows.length === 0) return;
  await session.insert(table, rows);
}

/** Updates the positions of the links that stay. */
async function placeLinks(
  { session }: WriteScope,
  { record, field: { through }, wanted, moved }: LinkEdit & LinkChange,
): Promise<void> {
  if (moved.length === 0) return;
  const { dialect } = session;
  const { table, ownColumn, targetColumn } = through;
  const place = dialect.numberAt('places', dialect.uuidText(targetColumn));
  const where = `${ownColumn} = :id and ${dialect.anyOf(targetColumn, 'ids', 'uuid')}`;
  const sql = `update ${session.table(table)} set ${placeColumns(through).own} = ${place} where ${where}`;
  const places = placesOf(wanted);
  for (const ids of idLists(moved.map(({ id }) => id))) {
    const some = JSON.stringify(Object.fromEntries(ids.map((id) => [id, places.get(id)])));
    await session.run(sql, { id: record.id, places: some, ids });
  }
}

/** Changes of a list's links. */
interface LinkChange {
  readonly added: readonly Reference[];
  readonly removed: readonly Reference[];
  /** Links that stay with a new position. */
  readonly moved: readonly Reference[];
}

function changeOf({ stored, wanted }: LinkEdit): LinkChange {
  const [held, named] = [idsOf(stored), idsOf(wanted)];
  const added = wanted.filter(({ id }) => !held.has(id));
  const stays = wanted.filter(({ id }) => held.has(id));
  // Removing links does not change the order of the others.
  const isInOrder = added.length === 0 && inSameOrder(stored, wanted);
  const removed = stored.filter(({ id }) => !named.has(id));
  return { added, removed, moved: isInOrder ? [] : stays };
}

const idsOf = (references: readonly Reference[]): ReadonlySet<string> =>
  new Set(references.map(({ id }) => id));

const placesOf = (list: readonly Reference[]): ReadonlyMap<string, number> =>
  new Map([...idsOf(list)].map((id, index) => [id, index]));
