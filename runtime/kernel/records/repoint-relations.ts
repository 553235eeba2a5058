import type { WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { assertUniqueReferences } from './assert-unique-references.js';
import { findHolders, type Holder } from './find-holders.js';
import { createIncomingColumns, familyOf, type IncomingColumn } from './incoming-columns.js';
import { createIncomingLinks, type IncomingLink } from './incoming-relations.js';
import { createLockRecords, type LockRecords } from './lock-records.js';
import type { RecordReader } from './record-reader.js';
import type { ReferenceIndex } from './reference-index.js';
import { byColumn, createPointHolders, type PointHolders } from './point-holders.js';
import { referenceOf, referenceTo } from './references.js';
import type { RowWriter } from './row-writer.js';
import { holdValues } from './unique-locks.js';

interface RepointPair {
  readonly from: StoredRecord;
  readonly to: StoredRecord;
  readonly except: readonly string[];
  /**
   * The side that is the draft. Where only one reference is allowed, the holder that belongs to the draft
   * keeps it.
   */
  readonly draft: 'from' | 'to';
}

/**
 * Changes every relation from one record to another of the same type and records each holder. A draft and its
 * published row inherit each other's references when one of them is deleted (contract decision 31). Fields in
 * `except` (names of the type's own fields) are skipped. The number of statements depends only on the number
 * of types.
 */
export type RepointRelations = (pair: RepointPair, scope: WriteScope) => Promise<void>;

interface RepointDeps {
  readonly registry: ResourceRegistry;
  readonly locks: LockRecords;
  readonly writer: RowWriter;
  readonly pointHolders: PointHolders;
}

export function createRepointRelations({
  registry,
  reader,
  writer,
  indexes,
}: {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly indexes: readonly ReferenceIndex[];
}): RepointRelations {
  const columns = createIncomingColumns({ registry, indexes });
  const links = createIncomingLinks(registry);
  const locks = createLockRecords({ registry, reader });
  const pointHolders = createPointHolders({ registry, locks, writer });
  const deps: RepointDeps = { registry, locks, writer, pointHolders };
  return async (pair, scope) => {
    const resource = registry.require(pair.from.type);
    const excluded = new Set(
      pair.except.flatMap((name) => {
        const field = resource.field(name);
        return field?.kind === 'to-one' ? [field.column] : [];
      }),
    );
    const isKept = ({ table, column }: IncomingColumn): boolean =>
      (table === resource.baseTable || table === resource.table) && excluded.has(column);
    const followed = columns(familyOf(resource)).filter((column) => !isKept(column));
    const holders = await findHolders(scope.session, { columns: followed, targets: [pair.from.id] });
    for (const some of byColumn(holders)) await repointColumn({ holders: some, pair }, scope, deps);
    for (const link of links(pair.from.type)) await repointLink({ link, pair }, scope, deps);
  };
}

async function repointColumn(
  { holders, pair }: { readonly holders: readonly Holder[]; readonly pair: RepointPair },
  scope: WriteScope,
  deps: RepointDeps,
): Promise<void> {
  const column = holders[0]?.column;
  if (column === undefined) return;
  const { from, to } = pair;
  const point = (some: readonly Holder[], named: StoredRecord, other: StoredRecord | null) =>
    deps.pointHolders(scope, {
      holders: some,
      names: (id) => id === named.id,
      to: other && referenceTo(other),
    });
  if (column.unique && column.nullable) {
    const rivals = await findRivals({ holders, to }, scope, deps);
    if (rivals.length > 0 && pair.draft === 'to') {
      await point(holders, from, null);
      return;
    }
    if (rivals.length > 0) await point(rivals, to, null);
  }
  const renamed = await point(holders, from, to);
  const owner = publishableOwner(column, deps);
  if (owner !== undefined)
    await assertUniqueReferences({ records: renamed, name: owner.member }, owner.resource, scope.session);
}

interface PublishableOwner {
  readonly resource: RegisteredResource;
  readonly member: string;
  /** Field with the published row of a draft. */
  readonly published: string;
}

/** Returns the publishable type and the field of a column. */
function publishableOwner(
  { type, column }: IncomingColumn,
  { registry }: RepointDeps,
): PublishableOwner | undefined {
  const resource = type === null ? undefined : registry.require(type);
  if (resource?.publishable === undefined) return undefined;
  const field = resource.fields.find((each) => each.kind === 'to-one' && each.column === column);
  return field && { resource, member: field.name, published: resource.publishable.publishedAssociation };
}

/**
 * Finds records that already reference the target. A draft and its published row may both do so without
 * conflict.
 */
async function findRivals(
  { holders, to }: { readonly holders: readonly Holder[]; readonly to: StoredRecord },
  { session }: WriteScope,
  deps: RepointDeps,
): Promise<readonly Holder[]> {
  const column = holders[0]?.column;
  if (column === undefined) return [];
  const owner = publishableOwner(column, deps);
  if (owner === undefined) return findHolders(session, { columns: [column], targets: [to.id] });
  const { resource, member, published } = owner;
  await holdValues([{ fields: [member], values: { [member]: referenceTo(to) } }], resource, session);
  const rivals = await findHolders(session, { columns: [column], targets: [to.id] });
  const pairOf = ({ id, values }: StoredRecord): string => referenceOf(values[published])?.id ?? id;
  const pairs = new Set((await deps.locks.load(session, holders)).map(pairOf));
  const others = (await deps.locks.load(session, rivals)).filter((rival) => !pairs.has(pairOf(rival)));
  return others.map(({ type, id }) => ({ type, id, column, target: to.id }));
}

async function repointLink(
  { link, pair: { from, to } }: { readonly link: IncomingLink; readonly pair: RepointPair },
  scope: WriteScope,
  { locks, writer }: RepointDeps,
): Promise<void> {
  const { resource, field } = link;
  const { session } = scope;
  const { table, ownColumn, targetColumn } = field.through;
  const listing = `select l.${ownColumn} as id from ${session.table(table)} l where l.${targetColumn} = :id`;
  const rows = await session.all<{ id: string }>(listing, { id: from.id });
  const others = rows.flatMap(({ id }) =>
    id === from.id || id === to.id ? [] : [{ type: resource.name, id }],
  );
  const holders = await locks.lockAndLoad(session, others);
  await writer.relink(scope, { link, holders, from, to });
}
