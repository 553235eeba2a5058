import type { JsonValue } from '../../kernel/contract/json.js';
import { recordOf } from '../content-builders.js';
import { asDeclared } from '../declared-here.js';
import type { GroupDeclaration, OwnerDeclaration } from '../declarations.js';
import type { ScaffoldRecord } from '../scaffold-store.js';
import type { FlushDeps } from './flush-deps.js';

const OWNER_MEMBER = { layout: 'layouts', page: 'pages', component: 'components' } as const;

/** Stores the groups of an owner that do not exist yet. A group that exists keeps its positions as they are. */
export async function writeGroups(deps: FlushDeps, owner: OwnerDeclaration): Promise<void> {
  const record = recordOf(owner.outcome);
  if (record === null) return;
  for (const group of owner.groups.values()) {
    if (group.outcome.kind === 'pending')
      await asDeclared(declaredOf(owner), () => writeGroup(deps, group, { owner, record }));
    if (!group.linkedOwners.has(owner)) await linkOwner(deps, group, { owner, record });
  }
}

const declaredOf = (owner: OwnerDeclaration): Error =>
  owner.kind === 'component' ? owner.resource.declared : owner.declared;

interface StoredOwner {
  readonly owner: OwnerDeclaration;
  readonly record: ScaffoldRecord;
}

async function writeGroup(
  { store, counter }: FlushDeps,
  group: GroupDeclaration,
  { owner, record }: StoredOwner,
): Promise<void> {
  const location = group.locationReference ?? record.iri;
  const reference = `${group.name}_${location}`;
  const existing = await store.find('ComponentGroup', { reference });
  if (existing !== null) {
    group.outcome = { kind: 'kept', record: existing };
    counter.count('kept', 'group');
    return;
  }
  const created = await store.create('ComponentGroup', {
    reference,
    location,
    [OWNER_MEMBER[owner.kind]]: [record.iri],
    ...(group.allow === null
      ? {}
      : { allowedComponents: group.allow.map((type) => allowedIri(store, type)) }),
  });
  group.outcome = { kind: 'created', record: created };
  group.linkedOwners.add(owner);
  counter.count('created', 'group');
}

/** A shared group gains each further owner; one that is linked already is not written again. */
async function linkOwner(
  { store }: FlushDeps,
  group: GroupDeclaration,
  { owner, record }: StoredOwner,
): Promise<void> {
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
