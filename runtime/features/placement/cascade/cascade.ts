import type { WriteScope } from '../../../kernel/contract/writes.js';
import type { Reference, StoredRecord } from '../../../kernel/contract/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { createIncomingColumns } from '../../../kernel/records/incoming-columns.js';
import { createLockRecords } from '../../../kernel/records/lock-records.js';
import { createPointHolders } from '../../../kernel/records/point-holders.js';
import type { RecordReader } from '../../../kernel/records/record-reader.js';
import type { ReferenceIndex } from '../../../kernel/records/reference-index.js';
import type { RowWriter } from '../../../kernel/records/row-writer.js';
import type { RepointRelations } from '../../../kernel/records/repoint-relations.js';
import { createHandOver } from './hand-over.js';
import { createFindNextLevel } from './next-level.js';
import { createFindNeeded, createReleaseHolders } from './release-holders.js';
import type { RemovalSet } from './removal-set.js';
import { createRemovalSet } from './removal-set.js';
import { withoutLinked } from './without-linked.js';
import { createFindUnused } from './unused-components.js';
import { draftOf, isPublishable } from '../../../kernel/metadata/publication-state.js';

interface CascadeDeps {
  readonly registry: ResourceRegistry;
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly repoint: RepointRelations;
  readonly indexes: readonly ReferenceIndex[];
  /** Whether submissions of forms are stored as records of a type. */
  readonly isSubmitted: (type: string) => boolean;
}

export interface Cascade {
  /**
   * Removes records that a caller asked to delete and everything core.md section 14 says goes with them, in the running
   * transaction; never a published row together with its draft. What goes is found level by level, so
   * the number of statements grows with the depth of nesting and the number of types; a level holds only what no earlier
   * one does, so circles end. The draft of a removed published row takes its places over.
   * @throws AppError 422, with nothing written, when something that may not be left behind still needs one of them.
   */
  removeAll(records: readonly Pick<Reference, 'type' | 'id'>[], scope: WriteScope): Promise<void>;
  /**
   * Removes records that nothing leads to and what goes with them; a removed published row takes its draft along unless that has
   * a place itself. What a staying record cannot be without stays, with all that hangs together with it, and so does what
   * would take a record along that `mayGo` does not name.
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
  const handOver = createHandOver(deps);

  /** A published row leaves everything to its draft; what is left of it takes no group and no draft along. */
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
      // Read once more: what named a record while the lock was waited for belongs to it.
      const locked = await locks.lockAndLoad(scope.session, records);
      if (locked.length === 0) return;
      const roots: StoredRecord[] = [];
      for (const record of locked) roots.push(await standAlone(record, scope));
      await remove(await findAll(roots, scope), scope);
    },
    async removeOrphans(records, scope, mayGo) {
      const found = await findAll(await locks.lockAndLoad(scope.session, records), scope);
      const needed = await findNeeded(found, scope.session);
      const strangers = found.records.filter((record) => !mayGo(record)).map(({ id }) => id);
      const removal = withoutLinked(found, [...needed, ...strangers], registry);
      if (removal.records.length > 0) await remove(removal, scope);
    },
  };
}
