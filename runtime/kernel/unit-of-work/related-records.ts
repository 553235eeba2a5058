import type { Change } from '../contract/records/change-set.js';
import type { Reference, StoredRecord } from '../contract/records/record.js';
import type { FieldDescriptor, ToManyField, ToOneField } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/** An unchanged record that counts as updated because a changed one has a relation to it. */
export interface RelatedRecord {
  readonly reference: Reference;
  /** Its fields that show the inverse side; empty if it is announced for the relation alone. */
  readonly members: readonly string[];
}

/** A relation stored with the record: a key in its row, or links that it owns. */
type OwnRelation = ToOneField | ToManyField;

/**
 * Returns the records affected by a change of another one (core.md 1.8, points 2 to 4). For a created or
 * deleted record, these are all records it references. For an updated one, they are the old and new targets
 * of changed relations with an inverse side, and records whose list order changes. Records that reference a
 * deleted one change themselves, and nothing references a new one.
 */
export function relatedRecords(change: Change, registry: ResourceRegistry): readonly RelatedRecord[] {
  const record = change.kind === 'deleted' ? change.before : change.after;
  const resource = registry.require(record.type);
  return resource.fields.filter(isOwnRelation).flatMap((field) => {
    const showing = (target: Reference): readonly FieldDescriptor[] =>
      inverseFields(field, { resource, target }, registry);
    const gainedOrLost = targetsOf(change, field).flatMap((reference) => {
      const members = showing(reference).map(({ name }) => name);
      return change.kind === 'updated' && members.length === 0 ? [] : [{ reference, members }];
    });
    if (change.kind !== 'updated') return gainedOrLost;
    const columns = change.fields.flatMap((name) => columnsOf(resource.field(name)));
    const reordered = referencesIn(change.after, field.name).flatMap((reference) => {
      const members = showing(reference)
        .filter((shown) => columns.includes(orderOf(shown) ?? ''))
        .map(({ name }) => name);
      return members.length === 0 ? [] : [{ reference, members }];
    });
    return [...gainedOrLost, ...reordered, ...dueOtherwise(change, field, resource)];
  });
}

/** Returns the published row of a draft whose publication date has changed. */
function dueOtherwise(
  { fields, after }: Extract<Change, { kind: 'updated' }>,
  { name }: OwnRelation,
  { publishable }: RegisteredResource,
): readonly RelatedRecord[] {
  if (publishable?.publishedAssociation !== name || !fields.includes(publishable.field)) return [];
  return referencesIn(after, name).map((reference) => ({ reference, members: [] }));
}

const columnsOf = (field: FieldDescriptor | undefined): readonly string[] =>
  field !== undefined && 'column' in field ? [field.column] : [];

/** Returns the column of the listed records that orders a list. */
const orderOf = (field: FieldDescriptor): string | undefined =>
  field.kind === 'to-many' && field.through.kind === 'inverse' ? field.through.order : undefined;

/** Returns the targets that a change adds or removes. */
function targetsOf(change: Change, { name }: OwnRelation): readonly Reference[] {
  switch (change.kind) {
    case 'created':
      return referencesIn(change.after, name);
    case 'deleted':
      return referencesIn(change.before, name);
    case 'updated': {
      const before = referencesIn(change.before, name);
      const after = referencesIn(change.after, name);
      return [...without(before, after), ...without(after, before)];
    }
  }
}

export function referencesIn({ values }: StoredRecord, name: string): readonly Reference[] {
  // Relation fields hold a reference, a list of them, or null.
  const value = values[name] as Reference | readonly Reference[] | null | undefined;
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Reference[]) : [value as Reference];
}

function without(list: readonly Reference[], others: readonly Reference[]): Reference[] {
  const ids = new Set(others.map(({ id }) => id));
  return list.filter(({ id }) => !ids.has(id));
}

/** Returns the fields of the target that show the inverse side. */
function inverseFields(
  field: OwnRelation,
  { resource, target }: { readonly resource: RegisteredResource; readonly target: Reference },
  registry: ResourceRegistry,
): readonly FieldDescriptor[] {
  const fields = registry.get(target.type)?.fields ?? [];
  return fields.filter(
    (candidate) =>
      isInverseOf(candidate, field) &&
      'target' in candidate &&
      registry.accepts(candidate.target, resource.name),
  );
}

function isInverseOf(candidate: FieldDescriptor, field: OwnRelation): boolean {
  if (field.kind === 'to-one') {
    if (candidate.kind === 'inverse-one') return candidate.column === field.column;
    return (
      candidate.kind === 'to-many' &&
      candidate.through.kind === 'inverse' &&
      candidate.through.column === field.column
    );
  }
  return (
    field.through.kind === 'link' &&
    candidate.kind === 'to-many' &&
    candidate.through.kind === 'link' &&
    !candidate.through.owner &&
    candidate.through.table === field.through.table
  );
}

function isOwnRelation(field: FieldDescriptor): field is OwnRelation {
  return field.kind === 'to-one' || (field.kind === 'to-many' && isOwnLink(field));
}

function isOwnLink({ through }: ToManyField): boolean {
  return through.kind === 'link' && through.owner;
}
