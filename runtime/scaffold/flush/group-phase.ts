import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { recordOf } from '../content-builders.js';
import type { GroupDeclaration, OwnerDeclaration } from '../declarations.js';
import type { ScaffoldRecord } from '../scaffold-store.js';
import type { FlushDeps } from './flush-deps.js';
import { storeTogether } from './store-together.js';

const OWNER_MEMBER = { layout: 'layouts', page: 'pages', component: 'components' } as const;

/** Stores the groups of owners that do not exist yet. A group that exists keeps its positions as they are. */
export async function writeGroups(deps: FlushDeps, owners: Iterable<OwnerDeclaration>): Promise<void> {
  const owned: OwnedGroup[] = [];
  for (const owner of owners) {
    const record = recordOf(owner.outcome);
    if (record === null) continue;
    for (const group of owner.groups.values()) owned.push({ group, owner, record });
  }
  // A shared group is made with the first of its owners.
  const pending = new Map<GroupDeclaration, OwnedGroup>();
  for (const entry of owned)
    if (entry.group.outcome.kind === 'pending' && !pending.has(entry.group)) pending.set(entry.group, entry);
  await storeTogether([...pending.values()], {
    declaredOf: ({ owner }) => (owner.kind === 'component' ? owner.resource.declared : owner.declared),
    store: (some) => createGroups(deps, some),
  });
  for (const entry of owned) if (!entry.group.linkedOwners.has(entry.owner)) await linkOwner(deps, entry);
}

interface OwnedGroup {
  readonly group: GroupDeclaration;
  readonly owner: OwnerDeclaration;
  readonly record: ScaffoldRecord;
}

async function createGroups({ store, counter }: FlushDeps, owned: readonly OwnedGroup[]): Promise<void> {
  const found = await store.findAll('ComponentGroup', 'reference', owned.map(referenceOf));
  // Two declarations may mean one group.
  const fresh = new Map<string, OwnedGroup>();
  for (const entry of owned) {
    const reference = referenceOf(entry);
    if (!found.has(reference) && !fresh.has(reference)) fresh.set(reference, entry);
  }
  const made = await store.createAll(
    'ComponentGroup',
    [...fresh.values()].map((entry) => bodyOf(entry, store)),
  );
  const created = new Map([...fresh.keys()].map((reference, index) => [reference, made[index]]));
  for (const entry of owned) {
    const { group, owner } = entry;
    const reference = referenceOf(entry);
    const record = created.get(reference) ?? found.get(reference);
    if (record === undefined) continue;
    const outcome = fresh.get(reference) === entry ? 'created' : 'kept';
    group.outcome = { kind: outcome, record };
    if (outcome === 'created') group.linkedOwners.add(owner);
    counter.count(outcome, 'group');
  }
}

const locationOf = ({ group, record }: OwnedGroup): string => group.locationReference ?? record.iri;
const referenceOf = (owned: OwnedGroup): string => `${owned.group.name}_${locationOf(owned)}`;

function bodyOf(owned: OwnedGroup, store: FlushDeps['store']): JsonObject {
  const { group, owner, record } = owned;
  return {
    reference: referenceOf(owned),
    location: locationOf(owned),
    [OWNER_MEMBER[owner.kind]]: [record.iri],
    ...(group.allow === null
      ? {}
      : { allowedComponents: group.allow.map((type) => allowedIri(store, type)) }),
  };
}

/** A shared group gains each further owner; one that is linked already is not written again. */
async function linkOwner({ store }: FlushDeps, { group, owner, record }: OwnedGroup): Promise<void> {
  const groupRecord = recordOf(group.outcome);
  if (groupRecord === null) return;
  const member = OWNER_MEMBER[owner.kind];
  const current = await store.read(groupRecord.iri);
  const linked = iris(current.values[member]);
  if (!linked.includes(record.iri)) await store.patch(current, { [member]: [...linked, record.iri] });
  group.linkedOwners.add(owner);
}

function iris(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function allowedIri(store: FlushDeps['store'], type: string): string {
  return type.startsWith('/') ? type : store.collectionIri(type);
}
