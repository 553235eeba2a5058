import type { SecurityOperation } from 'cms-api-components/internal/kernel/contract/resource.js';
import type { ApiModel } from './model/types.js';

/** The `x-security` of a type, by operation. */
export type TypeSecurity = Readonly<Partial<Record<SecurityOperation, string>>>;

/** The rules by title; types without rules of their own have an empty entry. */
export type SecurityByType = Readonly<Record<string, TypeSecurity>>;

const OPERATIONS: readonly SecurityOperation[] = ['collection', 'read', 'create', 'update', 'delete'];
const READING: ReadonlySet<SecurityOperation> = new Set(['collection', 'read']);

/** The rules of every type with rows. */
export function securityOf({ resources }: ApiModel): SecurityByType {
  const types = resources.map(({ descriptor: { name, security } }): [string, TypeSecurity] => [
    name,
    Object.fromEntries(
      OPERATIONS.flatMap((operation) => {
        const expression = security[operation];
        return expression === undefined ? [] : [[operation, expression]];
      }),
    ),
  ]);
  return Object.fromEntries(types.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/**
 * Describes what a change of `x-security` means for records that are there already, because no migration shows it. Types are
 * followed through `x-renamed-from`.
 */
export function describeSecurityChanges(
  previous: SecurityByType,
  { resources }: ApiModel,
): readonly string[] {
  const present = new Set(resources.map(({ descriptor }) => descriptor.name));
  return resources.flatMap(({ descriptor }) => {
    const { name, security, renamedFrom } = descriptor;
    const former = [name, ...renamedFrom.filter((title) => !present.has(title))].find((title) =>
      Object.hasOwn(previous, title),
    );
    if (former === undefined) return [];
    const before = previous[former] ?? {};
    return OPERATIONS.flatMap((operation) =>
      describeChange(
        { type: name, operation },
        { from: before[operation], to: security[operation] },
        security,
      ),
    );
  });
}

function describeChange(
  { type, operation }: { readonly type: string; readonly operation: SecurityOperation },
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  security: TypeSecurity,
): readonly string[] {
  if (from === to) return [];
  const rule = `x-security.${operation} of ${type}`;
  if (to === undefined) return [`${rule} is gone: ${effectOfNone(operation, security)}.`];
  const records = READING.has(operation) ? 'its records are shown' : `${operation} is allowed`;
  if (from === undefined) return [`${rule} is new: ${records} only where ${to}.`];
  return [`${rule} was ${from}: ${records} where ${to} now.`];
}

/** Lists without a rule of their own follow that of `read` (contract decision 66). */
function effectOfNone(operation: SecurityOperation, { read }: TypeSecurity): string {
  if (operation === 'collection' && read !== undefined) return 'its lists follow x-security.read';
  if (READING.has(operation))
    return operation === 'read' ? 'its records become public' : 'its lists become public';
  return `${operation} follows the access rules of the service`;
}
