import type { ComponentBuilder, GroupBuilder, GroupOptions } from './builders.js';
import { declareComponent } from './component-records.js';
import {
  isPending,
  ownersOf,
  PENDING,
  recordOf,
  SKIPPED,
  type DeclaredRecord,
  type DeclaredSite,
  type GroupRecord,
  type OwnerRecord,
  type PositionRecord,
} from './declared-record.js';
import { declaredHere } from './scaffold-error.js';
import { isScaffoldResource, type ScaffoldResource } from './scaffold-resource.js';
import type { ScaffoldRecord } from './scaffold-store.js';

/** First sort value of a group and distance of the following ones. */
const SORT_STEP = 10;
const OWNER_MEMBER = { layout: 'layouts', page: 'pages', component: 'components' } as const;

/** Declares a group of an owner, once per name, and fills it. */
export function declareGroup(
  site: DeclaredSite,
  owner: OwnerRecord,
  {
    name,
    options,
  }: { readonly name: string; readonly options: GroupOptions | ((group: GroupBuilder) => void) },
): void {
  const { allow, configure, locationReference } =
    typeof options === 'function' ? { configure: options } : options;
  const shared = locationReference === undefined ? undefined : `${name}_${locationReference}`;
  const existing = shared === undefined ? owner.groups.get(name) : site.sharedGroups.get(shared);
  const group = existing ?? newGroup(site, { name, locationReference: locationReference ?? null, owner });
  if (shared !== undefined) site.sharedGroups.set(shared, group);
  if (allow !== undefined) group.allow = allow;
  group.owners.add(owner);
  owner.groups.set(name, group);
  configure?.(groupBuilder(site, group));
}

function newGroup(
  { store }: DeclaredSite,
  {
    name,
    locationReference,
    owner,
  }: Pick<GroupRecord, 'name' | 'locationReference'> & { owner: OwnerRecord },
): GroupRecord {
  // A shared group is made with the first of its owners that is stored.
  const firstOwner = (): OwnerRecord => [...group.owners].find((one) => recordOf(one) !== null) ?? owner;
  const location = (): string => locationReference ?? recordOf(firstOwner())?.iri ?? '';
  const reference = (): string => `${name}_${location()}`;
  const group: GroupRecord = {
    kind: 'group',
    type: 'ComponentGroup',
    declared: owner.declared,
    name,
    locationReference,
    allow: null,
    owners: new Set(),
    linkedOwners: new Set(),
    positions: [],
    lastSortValue: 0,
    outcome: PENDING,
    keys: () => ({ reference: reference() }),
    members: () => ({
      reference: reference(),
      location: location(),
      [OWNER_MEMBER[firstOwner().kind]]: [recordOf(firstOwner())?.iri],
      allowedComponents: group.allow?.map((type) =>
        type.startsWith('/') ? type : store.collectionIri(type),
      ),
    }),
    onStored({ kind }) {
      if (kind === 'created') group.linkedOwners.add(firstOwner());
    },
  };
  return group;
}

function groupBuilder(site: DeclaredSite, group: GroupRecord): GroupBuilder {
  const place = (position: Omit<PositionRecord, 'kind' | 'type' | 'outcome'>): GroupBuilder => {
    group.positions.push({ kind: 'position', type: 'ComponentPosition', outcome: PENDING, ...position });
    group.lastSortValue = Math.max(group.lastSortValue, position.sortValue);
    return builder;
  };
  const componentGroup = (): Promise<string> => site.writer.iriOf(group);
  const builder: GroupBuilder = {
    add(given, sortValue = group.lastSortValue + SORT_STEP) {
      const component = declareComponent(site, resourceOf(given));
      const members = async () => ({
        componentGroup: await componentGroup(),
        component: await site.writer.iriOf(component),
        sortValue,
      });
      return place({ declared: component.declared, component, sortValue, members });
    },
    pageDataPosition(type, pageDataProperty, sortValue = group.lastSortValue + SORT_STEP) {
      const members = async () => ({
        componentGroup: await componentGroup(),
        pageDataClass: site.store.describe(type).classIdentifier,
        pageDataProperty,
        sortValue,
      });
      return place({ declared: declaredHere(), component: null, sortValue, members });
    },
  };
  return builder;
}

const resourceOf = (value: ComponentBuilder | ScaffoldResource): ScaffoldResource =>
  isScaffoldResource(value) ? value : value.getComponent();

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
