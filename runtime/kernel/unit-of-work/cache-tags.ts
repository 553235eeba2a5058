import type { Reference } from '../contract/records/record.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { ChangedRecord, TouchedRecord } from '../contract/records/fan-out.js';

interface TagDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
}

/**
 * Returns the cache tags of touched records. For documents and lists: a changed record's IRIs and its
 * collection, or a related record's IRIs. A renamed record also has those of its old IRI. Manifests show how
 * records are nested and none of their contents, so they have separate tags (decision 78).
 */
export function cacheTagsOf(records: readonly TouchedRecord[], deps: TagDeps): readonly string[] {
  const appears = records.some((record) => appearsOrGoes(record, deps)) ? [VISIBILITY_TAG] : [];
  const named = records.flatMap((record) => {
    const items = referencesOf(record).flatMap((reference) => itemTags(reference, deps));
    const collections = record.kind === 'related' ? [] : [deps.iris.collection(resourceOf(record, deps))];
    return [...collections, ...items, ...(isStructural(record, deps) ? items.map(structureTag) : [])];
  });
  return [...named, ...appears];
}

/**
 * Returns whether publishing or unpublishing makes a standalone record appear in, or disappear from,
 * documents that reference it.
 */
function appearsOrGoes(record: TouchedRecord, deps: TagDeps): boolean {
  if (record.kind !== 'updated') return false;
  const { publishable } = resourceOf(record, deps);
  if (publishable === undefined || !record.fields.includes(publishable.field)) return false;
  return !record.isOfPair && (record.before.version === 'draft' || record.after.version === 'draft');
}

/** Returns the tags of records whose audience changes, and of their lists. */
export function tagsOfMoved(references: readonly Reference[], deps: TagDeps): readonly string[] {
  return references.flatMap((reference) => [
    deps.iris.collection(deps.registry.require(reference.type)),
    ...itemTags(reference, deps).flatMap((tag) => [tag, structureTag(tag)]),
  ]);
}

/** Tag of every response whose visibility depends on routes, dates and the page tree. */
export const VISIBILITY_TAG = 'visibility';

/** Returns the tag of a response that shows only the position of a record, not its fields. */
export const structureTag = (iri: string): string => `structure:${iri}`;

/**
 * Returns the tags of an item: its printed IRI, and its URL by id, which does not change with path or key.
 */
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
 * Returns whether a record is part of manifests: pages, page data, routes, layouts, groups and positions. Of
 * a component they show its existence, its publication state and its groups, which are the fields shared by
 * all components.
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

/** Items are two segments below the prefix (`/_api/component/titles/...`). */
const ITEM = /^(structure:)?(.*?\/(?:_|component|page_data)\/[^/]+)\/./;

/**
 * Returns the tag for all items of a type, used in responses with too many tags. A change of any item purges
 * it. Other tags are returned unchanged.
 */
export function coarserTag(tag: string): string {
  const [, structure = '', collection] = ITEM.exec(tag) ?? [];
  return collection === undefined ? tag : `${structure}all:${collection}`;
}
