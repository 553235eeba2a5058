import type { Reference } from '../contract/records/record.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import type { ChangedRecord, TouchedRecord } from '../contract/records/fan-out.js';

interface TagDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
}

/**
 * The tags of what is touched. Documents and lists: of a changed record its IRIs and that of its collection, of a related one
 * its IRIs; a record that was renamed has those of its old IRI too. Manifests show how records stand in one another and
 * nothing that they hold, so they have tags of their own (decision 78).
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

/** Documents that name a record which is no draft of another leave it out, or show it, from another moment on. */
function appearsOrGoes(record: TouchedRecord, deps: TagDeps): boolean {
  if (record.kind !== 'updated') return false;
  const { publishable } = resourceOf(record, deps);
  if (publishable === undefined || !record.fields.includes(publishable.field)) return false;
  return !record.isOfPair && (record.before.version === 'draft' || record.after.version === 'draft');
}

/** The tags of records that lists show to others than before, and of those lists. */
export function tagsOfMoved(references: readonly Reference[], deps: TagDeps): readonly string[] {
  return references.flatMap((reference) => [
    deps.iris.collection(deps.registry.require(reference.type)),
    ...itemTags(reference, deps).flatMap((tag) => [tag, structureTag(tag)]),
  ]);
}

/** The tag of every answer whose visibility depends on routes, dates and the tree of pages. */
export const VISIBILITY_TAG = 'visibility';

/** The tag of an answer that shows only the place of a record, and none of its members. */
export const structureTag = (iri: string): string => `structure:${iri}`;

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

/** Items lie two parts below the prefix (`/_api/component/titles/...`). */
const ITEM = /^(structure:)?(.*?\/(?:_|component|page_data)\/[^/]+)\/./;

/**
 * The tag that replaces the cache tags of all items of a type, in answers with more tags than fit. A change of any such item
 * drops it. Tags of other kinds stay unchanged.
 */
export function coarserTag(tag: string): string {
  const [, structure = '', collection] = ITEM.exec(tag) ?? [];
  return collection === undefined ? tag : `${structure}all:${collection}`;
}
