import type { WriteScope } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { assertUniqueReferences } from './assert-unique-references.js';
import { findHolders } from './find-holders.js';
import { idLists } from './id-lists.js';
import type { IncomingColumn } from './incoming-columns.js';
import { createIncomingColumns, familyOf } from './incoming-columns.js';
import type { IncomingLink } from './incoming-links.js';
import { createIncomingLinks } from './incoming-links.js';
import type { LockRecords } from './lock-records.js';
import { createLockRecords } from './lock-records.js';
import type { RecordReader } from './record-reader.js';
import { referenceOf, referencesOf, referenceTo } from './references.js';
import { holdValues } from './unique-locks.js';
import type { WriteReference } from './write-reference.js';
import { createWriteReference, touchRecords } from './write-reference.js';

interface RepointPair {
  readonly from: StoredRecord;
  readonly to: StoredRecord;
  readonly except: readonly string[];
  /** Which of them is the draft: where there is room for one holder only, that of the draft stays. */
  readonly draft: 'from' | 'to';
}

/**
 * Makes every relation that names one record name another of the same type, recording each holder: a draft and its
 * published row take over each other's places when one of them goes (contract decision 31). Members in `except` (by
 * name, of the records' own type) stay. The number of statements depends on the number of types only.
 */
export type RepointRelations = (pair: RepointPair, scope: WriteScope) => Promise<void>;

interface RepointDeps {
  readonly registry: ResourceRegistry;
  readonly locks: LockRecords;
  readonly writeReference: WriteReference;
}

export function createRepointRelations({
  registry,
  reader,
}: {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
}): RepointRelations {
  const columns = createIncomingColumns(registry);
  const links = createIncomingLinks(registry);
  const deps: RepointDeps = {
    registry,
    locks: createLockRecords({ registry, reader }),
    writeReference: createWriteReference(registry),
  };
  return async (pair, scope) => {
    const resource = registry.require(pair.from.type);
    const kept = new Set(
      pair.except.flatMap((name) => {
        const field = resource.field(name);
        return field?.kind === 'to-one' ? [field.column] : [];
      }),
    );
    const isKept = ({ table, column }: IncomingColumn): boolean =>
      (table === resource.baseTable || table === resource.table) && kept.has(column);
    const followed = columns(familyOf(resource)).filter((column) => !isKept(column));
    const holders = await findHolders(scope.session, followed, [pair.from.id]);
    for (const column of new Set(holders.map((holder) => holder.column))) {
      const some = holders.filter((holder) => holder.column === column);
      await repointColumn(column, some, pair, scope, deps);
    }
    for (const link of links(pair.from.type)) await repointLink(link, pair, scope, deps);
  };
}

type Holders = readonly { readonly type: string; readonly id: string }[];

async function repointColumn(
  column: IncomingColumn,
  holders: Holders,
  pair: RepointPair,
  scope: WriteScope,
  deps: RepointDeps,
): Promise<void> {
  if (column.unique && column.nullable) {
    const rivals = await findRivals(column, holders, pair.to, scope, deps);
    if (rivals.length > 0 && pair.draft === 'to') {
      await rename(column, holders, { from: pair.from, to: null }, scope, deps);
      return;
    }
    if (rivals.length > 0) await rename(column, rivals, { from: pair.to, to: null }, scope, deps);
  }
  const renamed = await rename(column, holders, pair, scope, deps);
  const owner = publishableOwner(column, deps);
  if (owner !== undefined) await assertUniqueReferences(renamed, owner.member, owner.resource, scope.session);
}

interface PublishableOwner {
  readonly resource: RegisteredResource;
  readonly member: string;
  /** Member by which a draft names its published row. */
  readonly published: string;
}

/** The type and member of a column whose records may be pairs of rows. */
function publishableOwner(
  { type, column }: IncomingColumn,
  { registry }: RepointDeps,
): PublishableOwner | undefined {
  const resource = type === null ? undefined : registry.require(type);
  if (resource?.publishable === undefined) return undefined;
  const field = resource.fields.find((each) => each.kind === 'to-one' && each.column === column);
  return field && { resource, member: field.name, published: resource.publishable.publishedAssociation };
}

/** Who names the record already; both rows of a pair may, so they are no rivals of each other. */
async function findRivals(
  column: IncomingColumn,
  holders: Holders,
  to: StoredRecord,
  { session }: WriteScope,
  deps: RepointDeps,
): Promise<Holders> {
  const owner = publishableOwner(column, deps);
  if (owner === undefined) return findHolders(session, [column], [to.id]);
  const { resource, member, published } = owner;
  await holdValues([{ fields: [member], values: { [member]: referenceTo(to) } }], resource, session);
  const rivals = await findHolders(session, [column], [to.id]);
  const pairOf = ({ id, values }: StoredRecord): string => referenceOf(values[published])?.id ?? id;
  const pairs = new Set((await deps.locks.load(session, holders)).map(pairOf));
  return (await deps.locks.load(session, rivals)).filter((rival) => !pairs.has(pairOf(rival)));
}

/** Gives holders of one record another, or none; answers them as they are then. */
async function rename(
  column: IncomingColumn,
  holders: Holders,
  { from, to }: { readonly from: StoredRecord; readonly to: StoredRecord | null },
  { session, context, changes }: WriteScope,
  { registry, locks, writeReference }: RepointDeps,
): Promise<readonly StoredRecord[]> {
  const found = await locks.lockAndLoad(session, holders);
  const updates = found.flatMap((before) => {
    const field = registry
      .require(before.type)
      .fields.find((each) => each.kind === 'to-one' && each.column === column.column);
    if (field === undefined || referenceOf(before.values[field.name])?.id !== from.id) return [];
    const after = { ...before, values: { ...before.values, [field.name]: to && referenceTo(to) } };
    return [{ kind: 'updated' as const, before, after, fields: [field.name] }];
  });
  const ids = updates.map(({ before }) => before.id);
  await writeReference(session, { column, ids, to: to?.id ?? null }, context.now);
  for (const update of updates) changes.record(update);
  return updates.map(({ after }) => after);
}

async function repointLink(
  { resource, field }: IncomingLink,
  { from, to }: RepointPair,
  scope: WriteScope,
  { locks }: RepointDeps,
): Promise<void> {
  const { session, context, changes } = scope;
  const { table, ownColumn, targetColumn } = field.through;
  const listing = `select l.${ownColumn} as id from ${session.table(table)} l where l.${targetColumn} = :id`;
  const rows = await session.all<{ id: string }>(listing, { id: from.id });
  const others = rows.flatMap(({ id }) =>
    id === from.id || id === to.id ? [] : [{ type: resource.name, id }],
  );
  const holders = await locks.lockAndLoad(session, others);
  const isListed = ({ values }: StoredRecord): boolean =>
    referencesOf(values[field.name]).some(({ id }) => id === to.id);
  const idsOf = (records: readonly StoredRecord[]): readonly string[] => records.map(({ id }) => id);
  const where = `${targetColumn} = :from and ${session.dialect.anyOf(ownColumn, 'ids', 'uuid')}`;
  for (const ids of idLists(idsOf(holders.filter(isListed))))
    await session.run(`delete from ${session.table(table)} where ${where}`, { from: from.id, ids });
  for (const ids of idLists(idsOf(holders.filter((holder) => !isListed(holder)))))
    await session.run(`update ${session.table(table)} set ${targetColumn} = :to where ${where}`, {
      from: from.id,
      to: to.id,
      ids,
    });
  await touchRecords(session, resource.baseTable, idsOf(holders), context.now);
  for (const before of holders) {
    const listed = referencesOf(before.values[field.name]);
    const kept = listed.filter(({ id }) => id !== from.id && id !== to.id);
    const after = { ...before, values: { ...before.values, [field.name]: [...kept, referenceTo(to)] } };
    changes.record({ kind: 'updated', before, after, fields: [field.name] });
  }
}
