import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { isSameValue } from '../../../kernel/records/record-diff.js';
import { isStored, stampOf } from '../../../kernel/records/stored-members.js';
import type { Conflict, FormerRecords } from '../former-records.js';
import { ownRecords } from './own-records.js';
import type { Address, Tree } from './tree.js';

/** What a page consists of now and of then, and what is known of its records. */
export interface BothTrees {
  readonly root: string;
  readonly now: Tree;
  readonly then: Tree;
  /** The records of both trees, and what they stand on, as they are now. */
  readonly present: ReadonlyMap<string, StoredRecord>;
  readonly former: ReadonlyMap<string, StoredRecord>;
  /** What each record that is there stands on now. */
  readonly parents: ReadonlyMap<string, readonly Address[]>;
  /** Whether a record named another one then. */
  readonly namedThen: (parent: string, child: string) => boolean;
}

export interface PlannedReturn extends FormerRecords {
  /** What has come to stand elsewhere since, and would change. */
  readonly conflicts: readonly Conflict[];
  /** Records that stand elsewhere too, then as now: they stay as they are. */
  readonly shared: readonly Address[];
}

type Claim = 'own' | 'shared' | 'claimed';

/**
 * Compares a page as it was with what it is. A record that stands on nothing else is made as it was; one that stood elsewhere
 * too, and does, belongs to no page alone and stays; one that came to stand elsewhere since is a conflict when it would change or
 * would get back the place that it lost.
 */
export function planReturn(trees: BothTrees, registry: ResourceRegistry): PlannedReturn {
  const { root, now, then, present, former, parents } = trees;
  const own = ownRecords(root, now, parents);
  const claims = new Map<string, Claim>();
  const conflicts: Conflict[] = [];
  const removed: StoredRecord[] = [];
  const changed: FormerRecords['changed'][number][] = [];

  /** What stands on it is asked behind it, so that the answer about what it stands on is known. */
  function claimOf(id: string): Claim {
    const above = parents.get(id) ?? [];
    if (!present.has(id) || own.has(id) || above.length === 0) return 'own';
    const outside = above.filter((parent) => !own.has(parent.id));
    const isOld = (parent: string): boolean =>
      claims.get(parent) !== 'claimed' && trees.namedThen(parent, id);
    return outside.every((parent) => isOld(parent.id)) ? 'shared' : 'claimed';
  }

  function plan(record: StoredRecord, claim: Claim): void {
    const { type, id } = record;
    const current = present.get(id);
    const members = current === undefined ? [] : differingMembers(record, current, registry);
    const isMissing = current === undefined || (claim === 'claimed' && !now.records.has(id));
    if (!isMissing && members.length === 0) return;
    if (claim === 'claimed') conflicts.push({ type, id, members });
    else if (current === undefined) removed.push(record);
    else
      changed.push({
        record: current,
        values: Object.fromEntries(members.map((name) => [name, record.values[name]])),
      });
  }

  const reached = walk(root, then, (id, isBelowClaimed) => {
    const record = then.records.get(id);
    const found = claimOf(id);
    const claim = isBelowClaimed && found === 'own' ? 'claimed' : found;
    claims.set(id, claim);
    if (record !== undefined && claim !== 'shared') plan(record, claim);
    return claim;
  });

  const created: StoredRecord[] = [];
  for (const [id, current] of now.records) {
    const was = former.get(id);
    const isPosition = current.type === 'ComponentPosition';
    if (reached.has(id) || (was !== undefined && !isPosition)) continue;
    const isBelowClaimed = (parents.get(id) ?? []).some((parent) => claims.get(parent.id) === 'claimed');
    if (isBelowClaimed) {
      claims.set(id, 'claimed');
      conflicts.push({ type: current.type, id, members: [] });
    } else if (own.has(id)) {
      // A position that stood elsewhere goes back there.
      if (was === undefined) created.push(current);
      else plan(was, 'own');
    }
  }
  const shared = [...claims].filter(([, claim]) => claim === 'shared');
  return {
    removed,
    changed,
    created,
    conflicts,
    shared: shared.flatMap(([id]) => then.records.get(id) ?? []),
  };
}

/** Goes down from a record, first through what is its own; nothing below a shared record is visited. */
function walk(
  root: string,
  { below }: Tree,
  visit: (id: string, isBelowClaimed: boolean) => Claim,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const queues: Record<'own' | 'claimed', string[]> = { own: [root], claimed: [] };
  for (const kind of ['own', 'claimed'] as const)
    for (const id of queues[kind]) {
      if (reached.has(id)) continue;
      reached.add(id);
      const claim = visit(id, kind === 'claimed');
      if (claim !== 'shared') queues[claim].push(...(below.get(id) ?? []));
    }
  return reached;
}

/** Names of the stored members that differ, but for the moments that the platform keeps. */
function differingMembers(
  { type, values }: StoredRecord,
  current: StoredRecord,
  registry: ResourceRegistry,
): readonly string[] {
  const resource = registry.require(type);
  const { createdAtField = '' } = resource.timestamped ?? {};
  const moments = new Set([createdAtField, ...Object.keys(stampOf(resource, new Date(0)))]);
  return resource.fields
    .filter((field) => isStored(field) && Object.hasOwn(values, field.name) && !moments.has(field.name))
    .filter((field) => !isSameValue(field, values[field.name], current.values[field.name]))
    .map(({ name }) => name);
}
