import type { Reference } from '../contract/records/record.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { referencesOf } from './references.js';
import { canonicalJson } from '../validation/constraints/canonical-json.js';

/** Names of stored members whose value differs between two states of a record. */
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

/** Whether two stored values of a member say the same: references by id, what others keep in any order, JSON by structure. */
export function isSameValue(field: FieldDescriptor, left: unknown, right: unknown): boolean {
  return left === right || comparable(field, left) === comparable(field, right);
}

function comparable(field: FieldDescriptor, value: unknown): string {
  switch (field.kind) {
    case 'to-one':
    case 'inverse-one':
      return (value as Reference | null | undefined)?.id ?? ''; // relation members hold references or null
    case 'to-many': {
      const ids = referencesOf(value).map(({ id }) => id);
      // A list that is kept as the keys of its records has no order of its own.
      return (field.through.kind === 'link' ? ids : ids.sort()).join();
    }
    case 'scalar':
    case 'upload':
    case 'computed':
      // Member order of a JSON value is not part of it.
      return canonicalJson(value ?? null);
  }
}
