import type { RegisteredResource } from '../metadata/resource-registry.js';

/** Names of stored members whose value differs between two states of a record. */
export function changedFields(
  resource: RegisteredResource,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return resource.fields
    .filter(({ kind }) => kind !== 'computed')
    .filter(({ name }) => !isSameValue(before[name], after[name]))
    .map(({ name }) => name);
}

/** Structural equality of stored values; references are equal when they name the same record. */
export function isSameValue(left: unknown, right: unknown): boolean {
  return comparable(left) === comparable(right);
}

function comparable(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) => {
    if (isReference(part)) return part.id;
    // Member order of a JSON value is not part of it.
    return isPlainObject(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  });
}

function isReference(value: unknown): value is { readonly id: string } {
  return isPlainObject(value) && Object.keys(value).join() === 'type,id,key';
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
