import type { PendingWrite, WriteRule, WriteScope } from '../../contract/operations.js';
import type { Violation } from '../../contract/validation.js';
import { validationFailed } from '../../errors/catalog.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import type { RecordReader } from '../../records/record-reader.js';
import { isGranted } from '../../security/authorization/role-hierarchy.js';
import { checkStorage } from '../storage-check.js';
import { checkUnique } from './unique-check.js';

/** Rules, the type's own checks, what the columns can hold and uniqueness, in that order; all violations at once. */
export async function validateWrite(
  write: PendingWrite,
  resource: RegisteredResource,
  scope: WriteScope,
  deps: { readonly rules: readonly WriteRule[]; readonly reader: RecordReader },
): Promise<void> {
  const unread = write.violations.items.map(({ propertyPath }) => propertyPath);
  for (const rule of deps.rules) {
    if (rule.appliesTo(resource)) await rule.prepare?.(write, scope);
  }
  runChecks(write, resource, scope);
  checkStorage(resource, write.values, write.violations);
  // A value that its column cannot hold must not reach a statement.
  await checkUnique(write, resource, deps.reader, scope.session);
  const violations = withoutEchoes(write.violations.items, unread);
  if (violations.length > 0) throw validationFailed(inFieldOrder(violations, resource));
}

/** The generated or hand-written checks of the type, with the caller for expressions. */
export function runChecks(write: PendingWrite, resource: RegisteredResource, { context }: WriteScope): void {
  const { actor } = context;
  resource.validate(write.values, {
    groups: write.groups,
    violations: write.violations,
    user: actor.user === null ? null : actor.user.fields,
    isGranted: (role) => isGranted(actor, role),
  });
}

/** A member whose value could not be read is not also missing. */
function withoutEchoes(violations: readonly Violation[], unread: readonly string[]): readonly Violation[] {
  return violations.filter(
    ({ propertyPath }, index) => index < unread.length || !unread.includes(propertyPath),
  );
}

/** Member violations in declaration order, class-level ones last (components.md section 9.1). */
function inFieldOrder(violations: readonly Violation[], resource: RegisteredResource): readonly Violation[] {
  const positions = new Map(resource.fields.map(({ name }, index) => [name, index]));
  const rank = (path: string): number => {
    if (path === '') return Number.MAX_SAFE_INTEGER;
    return positions.get(path.split(/[.[]/, 1)[0] ?? '') ?? Number.MAX_SAFE_INTEGER - 1;
  };
  return [...violations].sort((left, right) => rank(left.propertyPath) - rank(right.propertyPath));
}
