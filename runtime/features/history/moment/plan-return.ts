import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { isSameValue } from '../../../kernel/records/record-diff.js';
import { isStored, stampOf } from '../../../kernel/records/stored-members.js';
import type { Conflict, PreviousRecords } from '../previous-records.js';
import { ownRecords } from './own-records.js';
import type { Address, Tree } from './tree.js';

/** The current and previous trees of a page, with the state of their records. */
export interface BothTrees {
  readonly root: string;
  readonly now: Tree;
  readonly then: Tree;
  /** Current records of both trees and their parents. */
  readonly present: ReadonlyMap<string, StoredRecord>;
  readonly previous: ReadonlyMap<string, StoredRecord>;
  /** Current parents of each existing record. */
  readonly parents: ReadonlyMap<string, readonly Address[]>;
  /** Returns whether a record referred to another one in the previous state. */
  readonly namedThen: (parent: string, child: string) => boolean;
}

export interface PlannedReturn extends PreviousRecords {
  /** Records that were placed elsewhere in the meantime and would change. */
  readonly conflicts: readonly Conflict[];
  /** Records also used elsewhere, both then and now. They stay unchanged. */
  readonly shared: readonly Address[];
}

type Claim = 'own' | 'shared' | 'claimed';

/**
 * Compares the previous and current state of a page. Records used only on this page are restored. Records shared with
 * other pages then and now stay unchanged. A record placed elsewhere in the meantime is a conflict if it would change
 * or regain its lost position.
 */
export function planReturn(trees: BothTrees, registry: ResourceRegistry): PlannedReturn {
  const { root, now, then, present, previous, parents } = trees;
  const own = ownRecords(root, now, parents);
  const claims = new Map<string, Claim>();
  const conflicts: Conflict[] = [];
  const removed: StoredRecord[] = [];
  const changed: PreviousRecords['changed'][number][] = [];

  /** Determines the claim on a record. Parents are visited first, so their claims are known. */
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
    const was = previous.get(id);
    const isPosition = current.type === 'ComponentPosition';
    if (reached.has(id) || (was !== undefined && !isPosition)) continue;
    const isBelowClaimed = (parents.get(id) ?? []).some((parent) => claims.get(parent.id) === 'claimed');
    if (isBelowClaimed) {
      claims.set(id, 'claimed');
      conflicts.push({ type: current.type, id, members: [] });
    } else if (own.has(id)) {
      // A position that was elsewhere returns there.
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

/** Walks down from a record, own records first. Does not visit anything below a shared record. */
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

/** Returns the names of stored members that differ, except timestamps. */
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
