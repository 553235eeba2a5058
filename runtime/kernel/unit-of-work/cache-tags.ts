import type { Reference } from '../contract/record.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { ChangedRecord, TouchedRecord } from './touched-record.js';

/** What caches drop. Tags are IRIs; each is named once. */
export interface CacheTags {
  /** Of documents and lists: of a changed record its IRIs and that of its collection, of a related one its IRIs. */
  readonly content: readonly string[];
  /** Of manifests, which show how records stand in one another and nothing that they hold (decision 78). */
  readonly structure: readonly string[];
}

interface TagDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
}

/** The tags of what is touched; a record that was renamed has those of its old IRI too. */
export function cacheTagsOf(records: readonly TouchedRecord[], deps: TagDeps): CacheTags {
  const content = new Set<string>();
  const structure = new Set<string>();
  for (const record of records) {
    const items = referencesOf(record).flatMap((reference) => itemTags(reference, deps));
    const collections = record.kind === 'related' ? [] : [deps.iris.collection(resourceOf(record, deps))];
    for (const tag of [...collections, ...items]) content.add(tag);
    if (isStructural(record, deps)) for (const tag of items) structure.add(tag);
  }
  return { content: [...content], structure: [...structure] };
}

/** Answers are tagged with the printed IRI and with the address by id, which a new path or key leaves as it is. */
function itemTags(reference: Reference, { registry, iris }: TagDeps): string[] {
  return [iris.of(reference), iris.item(registry.require(reference.type), reference.id)];
}

function referencesOf(record: TouchedRecord): readonly Reference[] {
  switch (record.kind) {
    case 'created':
      return [record.after.reference];
    case 'updated':
      return [record.before.reference, record.after.reference];
    case 'deleted':
      return [record.before.reference];
    case 'related':
      return [record.reference];
  }
}

/**
 * Pages, page data, routes, layouts, groups and positions are what a manifest is made of. Of a component it shows that it is
 * there, whether it is published and which groups it owns: the members that all components share.
 */
function isStructural(record: TouchedRecord, deps: TagDeps): boolean {
  const resource = resourceOf(record, deps);
  if (resource.kind !== 'component') return true;
  if (record.kind === 'created' || record.kind === 'deleted') return true;
  return record.kind === 'updated' && record.fields.some((name) => decidesStructure(name, resource));
}

function decidesStructure(name: string, { baseFields, publishable }: RegisteredResource): boolean {
  if (name === publishable?.field) return true;
  return baseFields.some((field) => field.name === name && field.kind !== 'scalar');
}

function resourceOf(record: TouchedRecord, { registry }: TagDeps): RegisteredResource {
  const { type } = record.kind === 'related' ? record.reference : stateReference(record);
  return registry.require(type);
}

function stateReference(record: ChangedRecord): Reference {
  return record.kind === 'deleted' ? record.before.reference : record.after.reference;
}
