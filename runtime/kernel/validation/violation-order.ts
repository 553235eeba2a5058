import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { Violation } from '../contract/records/validation.js';

/** Sorts field violations by declaration order, class-level ones last (components.md section 9.1). */
export function inFieldOrder(
  violations: readonly Violation[],
  { fields }: { readonly fields: readonly FieldDescriptor[] },
): readonly Violation[] {
  const positions = new Map(fields.map(({ name }, index) => [name, index]));
  const rank = (path: string): number => {
    if (path === '') return Number.MAX_SAFE_INTEGER;
    return positions.get(path.split(/[.[]/, 1)[0] ?? '') ?? Number.MAX_SAFE_INTEGER - 1;
  };
  return [...violations].sort((left, right) => rank(left.propertyPath) - rank(right.propertyPath));
}

/** Removes further violations of fields whose value could not be read. */
export function withoutEchoes(
  violations: readonly Violation[],
  unread: readonly string[],
): readonly Violation[] {
  return violations.filter(
    ({ propertyPath }, index) => index < unread.length || !unread.includes(propertyPath),
  );
}
