import {
  isPending,
  OWNER_MEMBER,
  recordOf,
  SKIPPED,
  type DeclaredRecord,
  type GroupRecord,
  type OwnerRecord,
  type PositionRecord,
} from './declared-record.js';
import { ownersOf, type DeclaredSite } from './declared-site.js';
import type { ScaffoldRecord } from './scaffold-store.js';

/** Stores the groups of owners that are stored. A group that exists keeps its positions as they are. */
export async function writeGroups(site: DeclaredSite, owners: Iterable<OwnerRecord>): Promise<void> {
  const owned = [...owners].flatMap((owner) => {
    const record = recordOf(owner);
    return record === null ? [] : [...owner.groups.values()].map((group) => ({ group, owner, record }));
  });
  await site.writer.storeAll(new Set(owned.map(({ group }) => group).filter(isPending)));
  for (const { group, owner, record } of owned)
    if (!group.linkedOwners.has(owner)) await linkOwner(site, group, { owner, record });
}

/** A shared group gains each further owner; one that is linked already is not written again. */
async function linkOwner(
  { store }: DeclaredSite,
  group: GroupRecord,
  { owner, record }: { readonly owner: OwnerRecord; readonly record: ScaffoldRecord },
): Promise<void> {
  const stored = recordOf(group);
  if (stored === null) return;
  const member = OWNER_MEMBER[owner.kind];
  const current = await store.read(stored.iri);
  const value = current.values[member];
  const linked = Array.isArray(value) ? value : [];
  if (!linked.includes(record.iri)) await store.patch(current, { [member]: [...linked, record.iri] });
  group.linkedOwners.add(owner);
}

/**
 * Fills the groups that this load made, in the order of their sort values: level by level, each with few units of work.
 * What was placed may have groups itself, which are the next level.
 */
export async function writePositions(site: DeclaredSite): Promise<void> {
  for (;;) {
    const owners = ownersOf(site);
    await writeGroups(site, owners);
    const groups = new Set(owners.flatMap((owner) => [...owner.groups.values()]));
    const positions = [...groups].flatMap(pendingPositions);
    if (positions.length === 0) return skipKept(site, owners);
    await site.writer.storeAll(
      positions.flatMap(({ component }): DeclaredRecord[] => (component ? [component] : [])),
    );
    await site.writer.storeAll(positions);
  }
}

function pendingPositions({ outcome, positions }: GroupRecord): readonly PositionRecord[] {
  if (outcome.kind !== 'created') return [];
  return positions.filter(isPending).sort((one, other) => one.sortValue - other.sortValue);
}

/** Positions of a kept group are left out, and with them the components that nothing else stored. */
function skipKept({ counter }: DeclaredSite, owners: readonly OwnerRecord[]): void {
  for (const { groups, kind, label } of owners)
    for (const { name, outcome, positions } of groups.values()) {
      const skipped = outcome.kind === 'kept' ? positions.filter(isPending) : [];
      if (skipped.length === 0) continue;
      for (const position of skipped) {
        position.outcome = SKIPPED;
        counter.count('skipped', 'position');
        const { component } = position;
        if (component === null || !isPending(component)) continue;
        component.outcome = SKIPPED;
        counter.count('skipped', 'component');
      }
      const what = skipped.length === 1 ? '1 position' : `${skipped.length} positions`;
      counter.explain(
        `${what} of the group "${name}" of ${kind === 'component' ? 'a' : 'the'} ${label()}, which is stored already with what stands in it.`,
      );
    }
}
