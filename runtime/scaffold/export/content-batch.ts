import type { Reference, StoredRecord } from '../../kernel/contract/records/record.js';
import type { FieldDescriptor } from '../../kernel/contract/schema/resource.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { byType, idLists } from '../../kernel/records/id-lists.js';
import { isReference, referencesOf } from '../../kernel/records/references.js';
import type { ExportScope } from './export-scope.js';

/** Contents of several layouts, pages and page data, with all references, read together level by level. */
export interface ContentBatch {
  readonly components: ReadonlyMap<string, StoredRecord>;
  readonly groups: ReadonlyMap<string, StoredRecord>;
  /** Returns the positions of a group in order. */
  readonly positionsOf: (group: string) => readonly StoredRecord[];
  /** Referenced routes, and the targets of their redirects. */
  readonly routes: ReadonlyMap<string, StoredRecord>;
}

/**
 * Reads the content of `owners`, without that of earlier batches. The number of statements depends on types and
 * levels only.
 */
export async function readContentBatch(
  owners: readonly StoredRecord[],
  scope: ExportScope,
): Promise<ContentBatch> {
  const { registry } = scope;
  const components = new Map<string, StoredRecord>();
  const groups = new Map<string, StoredRecord>();
  const positions = new Map<string, StoredRecord[]>();
  const routes = new Map<string, StoredRecord>();
  let level: readonly StoredRecord[] = owners;
  while (level.length > 0) {
    const named = level.flatMap((record) => [...referencesIn(record, registry.require(record.type))]);
    const ofLevel = await readAll(selectNew(named, isRoute, routes), scope);
    for (const route of ofLevel) routes.set(route.id, route);
    const targets = ofLevel.map(({ values }) => values['redirect']).filter(isReference);
    for (const route of await readAll(selectNew(targets, isRoute, routes), scope))
      routes.set(route.id, route);
    const found = await readAll(
      selectNew(level.flatMap(groupsOf), ({ id }) => !scope.groups.has(id), groups),
      scope,
    );
    for (const group of found) groups.set(group.id, group);
    const placed = await readPositions(found, positions, scope);
    const isComponent = ({ type, id }: Reference): boolean =>
      registry.get(type)?.kind === 'component' && !scope.components.has(id);
    level = await readAll(selectNew([...named, ...placed], isComponent, components), scope);
    for (const component of level) components.set(component.id, component);
  }
  return { components, groups, positionsOf: (group) => positions.get(group) ?? [], routes };
}

/** Reads records of any types, in lists of limited length. */
export async function readAll(
  references: Iterable<Pick<Reference, 'type' | 'id'>>,
  { reader, session }: Pick<ExportScope, 'reader' | 'session'>,
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (const [type, some] of byType(references))
    for (const ids of idLists(some.map(({ id }) => id)))
      for (const record of await reader.findMany(session, type, ids)) records.push(record);
  return records;
}

/** Returns whether the export writes the value of a field together with its record. */
export function isOwnRelation(field: FieldDescriptor, { publishable, kind }: RegisteredResource): boolean {
  if (field.name === 'componentGroups' || field.name === publishable?.draftAssociation) return false;
  if (field.kind === 'to-many') return field.through.kind === 'link' && field.through.owner;
  const isPlace = kind === 'page_data' && PLACE_MEMBERS.has(field.name);
  return field.kind === 'to-one' && !isPlace;
}

/** Fields of page data that its builder sets. */
export const PLACE_MEMBERS: ReadonlySet<string> = new Set([
  'page',
  'route',
  'parentPage',
  'parentPageData',
  'isReachableWithoutRoute',
]);

function* referencesIn({ values }: StoredRecord, resource: RegisteredResource): Generator<Reference> {
  const { route } = values;
  if (isReference(route)) yield route;
  for (const field of resource.fields) {
    if (!isOwnRelation(field, resource)) continue;
    const value = values[field.name];
    if (isReference(value)) yield value;
    else if (Array.isArray(value)) yield* value.filter(isReference);
  }
}

const isRoute = ({ type }: Reference): boolean => type === 'Route';
const groupsOf = ({ values }: StoredRecord): readonly Reference[] => referencesOf(values['componentGroups']);

function selectNew(
  references: readonly Reference[],
  isSelected: (reference: Reference) => boolean,
  known: ReadonlyMap<string, unknown>,
): Iterable<Reference> {
  const found = new Map<string, Reference>();
  for (const reference of references)
    if (isSelected(reference) && !known.has(reference.id)) found.set(reference.id, reference);
  return found.values();
}

/** Adds the positions of groups and returns the components in them. */
async function readPositions(
  groups: readonly StoredRecord[],
  positions: Map<string, StoredRecord[]>,
  { reader, session }: ExportScope,
): Promise<readonly Reference[]> {
  const inGroups = reader
    .statements('ComponentPosition')
    .where(session.dialect.anyOf('t.component_group_id', 'ids', 'uuid'));
  const held: Reference[] = [];
  for (const ids of idLists(groups.map(({ id }) => id)))
    for (const position of await inGroups.all(session, { ids })) {
      const { componentGroup, component } = position.values;
      if (!isReference(componentGroup)) continue;
      const known = positions.get(componentGroup.id);
      if (known === undefined) positions.set(componentGroup.id, [position]);
      else known.push(position);
      // The fallback of a dynamic position is not exported.
      if (isReference(component) && position.values['pageDataProperty'] === null) held.push(component);
    }
  for (const { id } of groups)
    positions
      .get(id)
      ?.sort((one, other) => Number(one.values['sortValue']) - Number(other.values['sortValue']));
  return held;
}
