import type { CompleteDescriptor, FieldDescriptor } from '../kernel/contract/resource.js';
import { createViolationList } from '../kernel/validation/violation-list.js';

/** Built-in types check some members of new records in groups of their own, so every group is asked for. */
const EVERY_GROUP: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

/**
 * The members that a new record must have: those that the rules of the type miss in an empty body. Asking the rules
 * themselves keeps the document true when they change.
 */
export function requiredMembers({ fields, validate }: CompleteDescriptor): readonly string[] {
  const violations = createViolationList();
  const empty = fields.map((field) => [field.name, defaultOf(field)] as const);
  validate(Object.fromEntries(empty), { groups: EVERY_GROUP, violations, user: null, isGranted: () => true });
  const missed = new Set(violations.items.map(({ propertyPath }) => propertyPath));
  return fields.filter(({ name, writable }) => writable && missed.has(name)).map(({ name }) => name);
}

const defaultOf = (field: FieldDescriptor): unknown =>
  field.kind === 'scalar' ? (field.default ?? null) : null;
