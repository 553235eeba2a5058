import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { WriteScope } from '../../../kernel/contract/records/writes.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { draftOf, isPublishable } from '../../../kernel/metadata/publication-state.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { createIncomingColumns } from '../../../kernel/records/incoming-columns.js';
import { createLockRecords } from '../../../kernel/records/lock-records.js';
import { createPointHolders } from '../../../kernel/records/point-holders.js';
import { isReference, referenceOf } from '../../../kernel/records/references.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import { createMergePlaces } from '../merge-places.js';
import { createFindNextLevel } from './next-level.js';
import { createFindHolding, createFindNeeded, createReleaseHolders } from './release-holders.js';
import { createRemovalSet, type RemovalSet } from './removal-set.js';
import { createFindUnused } from './unused-components.js';

type HandOverDeps = Pick<Kernel, 'registry' | 'reader' | 'writer' | 'repoint'>;

const namedBy = ({ values }: StoredRecord): readonly string[] =>
  Object.values(values)
    .flat()
    .filter(isReference)
    .map(({ id }) => id);

interface CascadeDeps extends Pick<Kernel, 'registry' | 'reader' | 'writer' | 'repoint' | 'indexes'> {
  /** Returns whether form submissions are stored as records of a type. */
  readonly isSubmitted: (type: string) => boolean;
}

export interface Cascade {
  /**
   * Deletes records and everything that core.md section 14 deletes with them, in the running transaction. A published
   * row is never deleted together with its draft: the draft takes over its places. Records are found level by level,
   * so the number of statements grows with the depth of nesting and the number of types. A level contains only new
   * records, so cycles end.
   * @throws AppError 422, with nothing written, if a remaining record requires one of them
   */
  removeAll(records: readonly Pick<Reference, 'type' | 'id'>[], scope: WriteScope): Promise<void>;
  /** Deletes only these records. If other records reference one of them, it returns those and deletes nothing. */
  removeOnly(
    records: readonly Pick<Reference, 'type' | 'id'>[],
    scope: WriteScope,
  ): Promise<readonly Pick<Reference, 'type' | 'id'>[]>;
  /**
   * Deletes orphans and everything that is deleted with them. The draft of a deleted published row is deleted, too,
   * unless it has its own place. A record stays, with everything related to it, if a remaining record requires it. It
   * also stays if its deletion would delete a record that is not in `mayGo`.
   */
  removeOrphans(
    records: readonly Pick<Reference, 'type' | 'id'>[],
    scope: WriteScope,
    mayGo: (record: StoredRecord) => boolean,
  ): Promise<void>;
}

export function createCascade(deps: CascadeDeps): Cascade {
  const { registry, isSubmitted } = deps;
  const locks = createLockRecords(deps);
  const columns = createIncomingColumns(deps);
  const findUnused = createFindUnused(locks);
  const findNextLevel = createFindNextLevel({ registry, columns, locks, findUnused, isSubmitted });
  const pointHolders = createPointHolders({ registry, locks, writer: deps.writer });
  const releaseHolders = createReleaseHolders({ registry, columns, pointHolders });
  const findNeeded = createFindNeeded({ registry, columns });
  const findHolding = createFindHolding({ registry, columns });
  const handOver = createHandOver(deps);

  /** Transfers the relations of a published row to its draft. The rest of it is deleted without groups and drafts. */
  async function standAlone(record: StoredRecord, scope: WriteScope): Promise<StoredRecord> {
    const resource = registry.require(record.type);
    const draft = isPublishable(resource) ? draftOf(resource, record) : null;
    if (draft === null || !isPublishable(resource)) return record;
    const [taker] = await locks.lockAndLoad(scope.session, [draft]);
    if (taker === undefined) return record;
    await handOver(record, taker, scope);
    const { draftAssociation } = resource.publishable;
    const route = resource.kind === 'page_data' ? { route: null } : {};
    const left = { componentGroups: [], ...route, [draftAssociation]: null };
    return { ...record, values: { ...record.values, ...left } };
  }

  async function findAll(roots: readonly StoredRecord[], { session }: WriteScope): Promise<RemovalSet> {
    const removal = createRemovalSet(registry);
    for (let level = roots; level.length > 0;) {
      removal.add(level);
      level = await findNextLevel(level, removal, session);
    }
    return removal;
  }

  async function remove(removal: RemovalSet, scope: WriteScope): Promise<void> {
    await deps.writer.announceRemoval(scope, removal.records);
    await releaseHolders(removal, scope);
    await deps.writer.remove(scope, removal.records);
  }

  return {
    async removeAll(records, scope) {
      // Reads again: references to a record may have changed while the lock was awaited.
      const locked = await locks.lockAndLoad(scope.session, records);
      if (locked.length === 0) return;
      const roots: StoredRecord[] = [];
      for (const record of locked) roots.push(await standAlone(record, scope));
      await remove(await findAll(roots, scope), scope);
    },
    async removeOnly(records, scope) {
      const removal = createRemovalSet(registry);
      removal.add(await locks.lockAndLoad(scope.session, records));
      const holders = await findHolding(removal, scope.session);
      if (holders.length === 0) await remove(removal, scope);
      return holders;
    },
    async removeOrphans(records, scope, mayGo) {
      const found = await findAll(await locks.lockAndLoad(scope.session, records), scope);
      const needed = await findNeeded(found, scope.session);
      const staying = found.records.filter((record) => !mayGo(record)).map(({ id }) => id);
      const removal = withoutLinked(found, [...needed, ...staying], registry);
      if (removal.records.length > 0) await remove(removal, scope);
    },
  };
}

/**
 * Reduces a removal if some of its records stay: everything directly or indirectly related to these stays, too. The
 * remaining removal then neither references a kept record nor is referenced by one.
 */
function withoutLinked(
  removal: RemovalSet,
  staying: Iterable<string>,
  registry: ResourceRegistry,
): RemovalSet {
  const retained = new Set(staying);
  if (retained.size === 0) return removal;
  const links = linksWithin(removal);
  // Iterating over a set includes entries that are added during the iteration.
  for (const id of retained) for (const other of links.get(id) ?? []) retained.add(other);
  const left = createRemovalSet(registry);
  left.add(removal.records.filter(({ id }) => !retained.has(id)));
  return left;
}

function linksWithin(removal: RemovalSet): ReadonlyMap<string, readonly string[]> {
  const links = removal.records.flatMap((record) =>
    namedBy(record)
      .filter((id) => removal.has(id))
      .flatMap((other) => [
        { from: record.id, to: other },
        { from: other, to: record.id },
      ]),
  );
  return groupBy(
    links,
    ({ from }) => from,
    ({ to }) => to,
  );
}

/**
 * Transfers a published row to its draft before the row is deleted: positions, page data properties and other
 * relations to it, its groups and its route (components.md section 2.6, contract decision 31). The draft is
 * independent afterwards.
 */
function createHandOver(
  deps: HandOverDeps,
): (published: StoredRecord, draft: StoredRecord, scope: WriteScope) => Promise<void> {
  const mergePlaces = createMergePlaces(deps);
  return async (published, draft, scope) => {
    const resource = deps.registry.require(published.type);
    if (resource.publishable === undefined) return;
    const { publishedAssociation } = resource.publishable;
    if (resource.kind === 'component') await mergePlaces({ draft, published }, scope);
    await deps.repoint({ from: published, to: draft, except: [publishedAssociation], draft: 'to' }, scope);
    const { session } = scope;
    // The groups of the published row already belong to the draft.
    const current = (await deps.reader.find(session, draft)) ?? draft;
    const values = { ...current.values, [publishedAssociation]: null };
    const route = resource.kind === 'page_data' ? referenceOf(published.values.route) : null;
    if (route !== null) {
      // A route leads to one record at a time.
      const released = { ...published, values: { ...published.values, route: null } };
      await deps.writer.updateAll(scope, [{ before: published, after: released }]);
      values.route = route;
    }
    await deps.writer.updateAll(scope, [{ before: current, after: { ...current, values } }]);
  };
}
