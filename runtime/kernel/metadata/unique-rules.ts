import type { UniqueDescriptor } from '../contract/schema/resource.js';
import type { Violation } from '../contract/records/validation.js';
import { VIOLATION_CODES } from '../contract/records/violation-codes.js';
import type { RegisteredResource } from './resource-registry.js';

const DEFAULT_MESSAGE = 'This value is already used.';

/** Returns the declared unique rules, and a rule for each single field with a unique column. */
export function uniqueRules(resource: RegisteredResource): readonly UniqueDescriptor[] {
  const declared = new Set(resource.unique.map(({ fields }) => fields.join()));
  const single = resource.fields.filter(
    (field) =>
      (field.kind === 'scalar' || field.kind === 'to-one') && field.unique === true && field.writable,
  );
  const implied = single.filter(({ name }) => !declared.has(name)).map(({ name }) => ({ fields: [name] }));
  return [...resource.unique, ...implied];
}

/** Returns the violation for a value that is already used. Without a rule it names no field. */
export function takenViolation({ fields, message }: Partial<UniqueDescriptor>): Violation {
  return {
    propertyPath: fields?.[0] ?? '',
    message: message ?? DEFAULT_MESSAGE,
    code: VIOLATION_CODES.unique,
  };
}

/**
 * Returns whether the database enforces the rule. A published row and its draft both hold the value, so only
 * base tables keep such keys, because a draft has no route.
 */
export function hasUniqueKey(
  { fields }: UniqueDescriptor,
  { publishable, baseFields }: RegisteredResource,
): boolean {
  return publishable === undefined || baseFields.some(({ name }) => fields.includes(name));
}
