import type { Reference } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { referencesOf } from './references.js';
import { canonicalJson } from '../validation/constraints/canonical-json.js';

/** Returns the names of stored fields whose value differs between two states of a record. */
export function changedFields(
  resource: RegisteredResource,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return resource.fields
    .filter(
      (field) => field.kind !== 'computed' && !isSameValue(field, before[field.name], after[field.name]),
    )
    .map(({ name }) => name);
}

/**
 * Returns whether two stored values of a field are equal: references by id, inverse lists in any order, JSON
 * by structure.
 */
export function isSameValue(field: FieldDescriptor, left: unknown, right: unknown): boolean {
  return left === right || comparable(field, left) === comparable(field, right);
}

function comparable(field: FieldDescriptor, value: unknown): string {
  switch (field.kind) {
    case 'to-one':
    case 'inverse-one':
      return (value as Reference | null | undefined)?.id ?? ''; // Relation fields hold references or null.
    case 'to-many': {
      const ids = referencesOf(value).map(({ id }) => id);
      // A list stored as keys in its records has no order of its own.
      return (field.through.kind === 'link' ? ids : ids.sort()).join();
    }
    case 'scalar':
    case 'upload':
    case 'computed':
      // The member order of JSON values is irrelevant.
      return canonicalJson(value ?? null);
  }
}
