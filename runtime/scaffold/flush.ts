import {
  isPending,
  OWNER_MEMBER,
  recordOf,
  SKIPPED,
  type DeclaredRecord,
  type GroupRecord,
  type OwnerRecord,
  type PositionRecord,
  PENDING,
  type Outcome,
} from './declared-record.js';
import { type DeclaredSite, ownersOf, type LateMembers } from './declared-site.js';
import type { ScaffoldRecord } from './scaffold-store.js';
import { asDeclared } from './scaffold-error.js';
import { isScaffoldReference, type ScaffoldResource } from './scaffold-resource.js';

/**
 * Writes the declarations of a site: content and groups, routes (parents first), redirects, callbacks and positions.
 * Already written declarations are skipped, so a second flush writes nothing (accounts.md section 13).
 */
export async function flushSite(site: DeclaredSite): Promise<void> {
  const { writer, layouts, pages, routables, persisted, redirects, routeRedirects } = site;
  do {
    await declareNested(site);
    for (const records of [layouts.values(), routables, persisted.values()])
      await writer.storeAll([...records].filter(isPending));
    await writeGroups(site, [...layouts.values(), ...pages.values()]);
    await writer.storeAll(routables.map(({ route }) => route).filter(isPending));
    await writer.storeAll(redirects.filter(isPending));
    for (const redirect of routeRedirects.splice(0)) await redirect();
    await runCallbacks(site);
  } while (hasPending(site));
  takeLateReferences(site);
  await writePositions(site);
  // Late fields may add groups, whose positions are written, too.
  if (await writeLateMembers(site)) await writePositions(site);
  await writeDrafts(site);
}

/** Runs each nested closure once, with its owner as the parent of new declarations. Inner closures follow. */
async function declareNested({ routables, nesting }: DeclaredSite): Promise<void> {
  // The array grows during the iteration.
  for (const routable of routables)
    for (const declare of routable.nested.splice(0)) {
      nesting.push(routable);
      try {
        await declare();
      } finally {
        nesting.pop();
      }
    }
}

/** Runs callbacks once. The next round writes their declarations. */
async function runCallbacks({ routables, callbacks }: DeclaredSite): Promise<void> {
  for (const { routeCallbacks } of [...routables])
    for (const callback of routeCallbacks.splice(0)) await callback();
  for (const callback of callbacks.splice(0)) await callback();
}

function hasPending(site: DeclaredSite): boolean {
  const { layouts, routables, persisted, redirects, routeRedirects, callbacks } = site;
  const records = [...layouts.values(), ...routables, ...persisted.values(), ...redirects];
  return (
    records.some(isPending) ||
    routables.some(({ nested }) => nested.length > 0) ||
    routeRedirects.length + callbacks.length > 0
  );
}

/** Stores the groups of stored owners. An existing group keeps its positions. */
async function writeGroups(site: DeclaredSite, owners: Iterable<OwnerRecord>): Promise<void> {
  const owned = [...owners].flatMap((owner) => {
    const record = recordOf(owner);
    return record === null ? [] : [...owner.groups.values()].map((group) => ({ group, owner, record }));
  });
  await site.writer.storeAll(new Set(owned.map(({ group }) => group).filter(isPending)));
  for (const { group, owner, record } of owned)
    if (!group.linkedOwners.has(owner)) await linkOwner(site, group, { owner, record });
}

/** Adds an owner to a shared group, unless it is already linked. */
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
 * Fills the groups that this load created, ordered by sort value, level by level with few units of work. Placed
 * components may have groups, which are the next level.
 */
async function writePositions(site: DeclaredSite): Promise<void> {
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

/** Skips the positions of kept groups, and the components that nothing else stored. */
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

/**
 * Moves late references to pages and routes, which already exist, into records that are not stored yet, because some
 * types require them. References to other resources may lead back to the record, so they follow later.
 */
function takeLateReferences(site: DeclaredSite): void {
  for (const { kind, resource, values } of site.late) {
    if (kind !== 'members' || outcomeOf(site, resource).kind !== 'pending') continue;
    for (const [member, value] of Object.entries(values))
      if (isScaffoldReference(value)) resource.values[member] = value;
  }
}

/** Writes the remaining late fields. Returns whether there were any. */
async function writeLateMembers(site: DeclaredSite): Promise<boolean> {
  return writeLate(site, 'members', async ({ resource, values }, record) => {
    const left = Object.entries(values).filter(([member, value]) => resource.values[member] !== value);
    if (left.length === 0) return;
    await site.store.patch(record, await site.writer.encode(Object.fromEntries(left)), 'published');
  });
}

/** Stores drafts of published records. This is the last step, so that they copy the final values. */
async function writeDrafts(site: DeclaredSite): Promise<void> {
  const { store, writer, counter } = site;
  await writeLate(site, 'draft', async ({ resource, values }, record) => {
    const { publishable, kind } = store.describe(resource.type);
    if (publishable === undefined) return;
    await store.patch(record, { [publishable.field]: null, ...(await writer.encode(values)) });
    counter.count('created', kind === 'page_data' ? 'page data' : 'component');
  });
}

/** Writes late fields, only of records that this load created. */
async function writeLate(
  site: DeclaredSite,
  kind: LateMembers['kind'],
  write: (late: LateMembers, record: ScaffoldRecord) => Promise<void>,
): Promise<boolean> {
  const taken = site.late.filter((late) => late.kind === kind);
  const others = site.late.filter((late) => late.kind !== kind);
  site.late.splice(0, site.late.length, ...others);
  for (const late of taken) {
    const outcome = outcomeOf(site, late.resource);
    if (outcome.kind === 'created') await asDeclared(late.declared, () => write(late, outcome.record));
  }
  return taken.length > 0;
}

/** Returns the outcome of a resource, however it was declared. */
function outcomeOf({ components, pageData, persisted }: DeclaredSite, resource: ScaffoldResource): Outcome {
  const declared = components.get(resource) ?? pageData.get(resource) ?? persisted.get(resource);
  return declared?.outcome ?? PENDING;
}
