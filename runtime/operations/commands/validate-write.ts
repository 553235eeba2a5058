import type { PendingWrite, WriteRule, WriteScope } from '../../contract/operations.js';
import { validationFailed } from '../../errors/catalog.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import type { RecordReader } from '../../records/record-reader.js';
import { isGranted } from '../../security/authorization/role-hierarchy.js';
import { checkStorage } from '../storage-check.js';
import { checkUnique } from './unique-check.js';

/** Rules, the type's own checks, uniqueness and what the columns can hold, in that order; all violations at once. */
export async function validateWrite(
  write: PendingWrite,
  resource: RegisteredResource,
  scope: WriteScope,
  deps: { readonly rules: readonly WriteRule[]; readonly reader: RecordReader },
): Promise<void> {
  for (const rule of deps.rules) {
    if (rule.appliesTo(resource)) await rule.prepare?.(write, scope);
  }
  runChecks(write, resource, scope);
  await checkUnique(write, resource, deps.reader, scope.session);
  checkStorage(resource, write.values, write.violations);
  if (write.violations.items.length > 0) throw validationFailed(inFieldOrder(write, resource));
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

/** Member violations in declaration order, class-level ones last (components.md section 9.1). */
function inFieldOrder(
  write: PendingWrite,
  resource: RegisteredResource,
): PendingWrite['violations']['items'] {
  const positions = new Map(resource.fields.map(({ name }, index) => [name, index]));
  const rank = (path: string): number => {
    if (path === '') return Number.MAX_SAFE_INTEGER;
    return positions.get(path.split(/[.[]/, 1)[0] ?? '') ?? Number.MAX_SAFE_INTEGER - 1;
  };
  return [...write.violations.items].sort(
    (left, right) => rank(left.propertyPath) - rank(right.propertyPath),
  );
}
