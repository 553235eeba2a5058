import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import { isPublishable } from '../../../kernel/metadata/publication-state.js';
import type { RegisteredResource, ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { referencesIn } from '../../../kernel/records/references.js';
import { isSlot } from '../../placement/public-api.js';

export type Address = Pick<Reference, 'type' | 'id'>;

/** A page with its content: groups, positions, components and route, and the drafts of all of them. */
export interface Tree {
  readonly records: ReadonlyMap<string, StoredRecord>;
  /** Ids of the direct children of each record. */
  readonly below: ReadonlyMap<string, readonly string[]>;
}

/** A relation in which children refer to their parent: the list on the parent and the member on the child. */
export interface Listed {
  readonly list: string;
  readonly back: string;
}

/** Records in their current or a previous state. */
export interface TreeSource {
  load(records: readonly Address[]): Promise<readonly StoredRecord[]>;
  /** Returns the records that refer to one of the parents in the member. */
  listed(parents: readonly StoredRecord[], relation: Listed): Promise<readonly StoredRecord[]>;
}

/** Returns whether a type is a page, or page data, which fills a template page. */
export const isPage = ({ name, kind }: Pick<RegisteredResource, 'name' | 'kind'>): boolean =>
  name === 'Page' || kind === 'page_data';

/** Returns the names of members that refer to the children of a record. */
export function membersBelow(resource: RegisteredResource, registry: ResourceRegistry): readonly string[] {
  const isRouted = isPage(resource);
  const holds = isRouted || resource.name === 'ComponentPosition';
  return resource.fields
    .filter(
      (field) =>
        (field.name === 'componentGroups' && field.kind === 'to-many') ||
        (isRouted && field.name === 'route') ||
        (holds && isSlot(field, registry)),
    )
    .map((field) => field.name);
}

/** Returns the lists whose entries are children of a record. */
export function listsBelow(resource: RegisteredResource): readonly Listed[] {
  if (resource.name === 'ComponentGroup') return [{ list: 'componentPositions', back: 'componentGroup' }];
  if (resource.name === 'Route') return [{ list: 'redirectedFrom', back: 'redirect' }];
  if (!isPublishable(resource)) return [];
  const { draftAssociation: list, publishedAssociation: back } = resource.publishable;
  return [{ list, back }];
}

/** Reads the tree of a page level by level. */
export async function readTree(
  root: StoredRecord,
  source: TreeSource,
  registry: ResourceRegistry,
): Promise<Tree> {
  const records = new Map([[root.id, root]]);
  const below = new Map<string, string[]>();
  const add = (parent: string, child: string): void => {
    const known = below.get(parent);
    if (known === undefined) below.set(parent, [child]);
    else if (!known.includes(child)) known.push(child);
  };
  for (let level: readonly StoredRecord[] = [root]; level.length > 0;) {
    const found = await readLevel(level, source, registry);
    for (const { parent, record } of found) add(parent, record.id);
    level = [...new Map(found.map(({ record }) => [record.id, record])).values()].filter(
      ({ id }) => !records.has(id),
    );
    for (const record of level) records.set(record.id, record);
  }
  return { records, below };
}

interface Found {
  readonly parent: string;
  readonly record: StoredRecord;
}

async function readLevel(
  level: readonly StoredRecord[],
  source: TreeSource,
  registry: ResourceRegistry,
): Promise<readonly Found[]> {
  const named = level.flatMap(({ id, type, values }) =>
    membersBelow(registry.require(type), registry)
      .flatMap((name) => referencesIn(values[name]))
      .map((reference) => ({ parent: id, reference })),
  );
  const loaded = new Map(
    (await source.load(named.map(({ reference }) => reference))).map((record) => [record.id, record]),
  );
  const found: Found[] = named.flatMap(({ parent, reference: { id } }) => {
    const record = loaded.get(id);
    return record === undefined ? [] : [{ parent, record }];
  });
  const relations = new Map<string, { relation: Listed; parents: StoredRecord[] }>();
  for (const record of level)
    for (const relation of listsBelow(registry.require(record.type))) {
      const key = `${relation.list} ${relation.back}`;
      const known = relations.get(key);
      if (known === undefined) relations.set(key, { relation, parents: [record] });
      else known.parents.push(record);
    }
  for (const { relation, parents } of relations.values())
    for (const record of await source.listed(parents, relation))
      for (const { id: parent } of referencesIn(record.values[relation.back])) found.push({ parent, record });
  return found;
}
