import type { UniqueDescriptor } from '../contract/schema/resource.js';
import type { Violation } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import type { RegisteredResource } from './resource-registry.js';

const DEFAULT_MESSAGE = 'This value is already used.';

/** Declared rules, and single members whose column is unique. */
export function uniqueRules(resource: RegisteredResource): readonly UniqueDescriptor[] {
  const declared = new Set(resource.unique.map(({ fields }) => fields.join()));
  const single = resource.fields.filter(
    (field) =>
      (field.kind === 'scalar' || field.kind === 'to-one') && field.unique === true && field.writable,
  );
  const implied = single.filter(({ name }) => !declared.has(name)).map(({ name }) => ({ fields: [name] }));
  return [...resource.unique, ...implied];
}

/** The violation for a value that is taken; a key without a rule names no member. */
export function takenViolation({ fields, message }: Partial<UniqueDescriptor>): Violation {
  return {
    propertyPath: fields?.[0] ?? '',
    message: message ?? DEFAULT_MESSAGE,
    code: VIOLATION_CODES.unique,
  };
}

/**
 * Whether the database refuses a second row with the value. Both rows of a pair hold theirs; only base tables keep their keys,
 * because a draft has no route of its own.
 */
export function hasUniqueKey(
  { fields }: UniqueDescriptor,
  { publishable, baseFields }: RegisteredResource,
): boolean {
  return publishable === undefined || baseFields.some(({ name }) => fields.includes(name));
}
