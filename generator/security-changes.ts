import type { SecurityOperation } from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import type { ApiModel } from './model/types.js';

/** The `x-security` rules of a type by operation, and `x-editing-permission` if it is `false`. */
export type TypeSecurity = Readonly<Partial<Record<SecurityOperation | typeof EDITING, string>>>;

const EDITING = 'x-editing-permission';
const OPTED_OUT = 'false';

/** Rules by type title. Types without rules have an empty entry. */
export type SecurityByType = Readonly<Record<string, TypeSecurity>>;

const OPERATIONS: readonly SecurityOperation[] = ['collection', 'read', 'create', 'update', 'delete'];
const READING: ReadonlySet<SecurityOperation> = new Set(['collection', 'read']);

/** Returns the rules of every stored type. */
export function securityOf({ resources }: ApiModel): SecurityByType {
  const types = resources.map(({ descriptor }): [string, TypeSecurity] => {
    const { name, security } = descriptor;
    const rules = OPERATIONS.flatMap((operation): [string, string][] => {
      const expression = security[operation];
      return expression === undefined ? [] : [[operation, expression]];
    });
    return [name, Object.fromEntries(isOptedOut(descriptor) ? [...rules, [EDITING, OPTED_OUT]] : rules)];
  });
  return Object.fromEntries(types.sort(([left], [right]) => (left < right ? -1 : 1)));
}

const isOptedOut = ({ kind, extensions }: ApiModel['resources'][number]['descriptor']): boolean =>
  kind !== 'record' && extensions?.['drafts'] !== undefined;

/**
 * Describes the effect of changed `x-security` and `x-editing-permission` rules on existing records, which no migration
 * shows. Types are matched by `x-renamed-from`.
 */
export function describeSecurityChanges(
  previous: SecurityByType,
  { resources }: ApiModel,
): readonly string[] {
  const present = new Set(resources.map(({ descriptor }) => descriptor.name));
  return resources.flatMap(({ descriptor }) => {
    const { name, security, renamedFrom } = descriptor;
    const earlier = [name, ...renamedFrom.filter((title) => !present.has(title))].find((title) =>
      Object.hasOwn(previous, title),
    );
    if (earlier === undefined) return [];
    const before = previous[earlier] ?? {};
    const ofRules = OPERATIONS.flatMap((operation) =>
      describeChange(
        { type: name, operation },
        { from: before[operation], to: security[operation] },
        security,
      ),
    );
    return [
      ...ofRules,
      ...describeEditing(name, { was: before[EDITING] === OPTED_OUT, is: isOptedOut(descriptor) }),
    ];
  });
}

function describeEditing(
  type: string,
  optedOut: { readonly was: boolean; readonly is: boolean },
): readonly string[] {
  if (optedOut.was === optedOut.is) return [];
  return [
    optedOut.is
      ? `${EDITING} of ${type} is now false. Only x-security and the access rules of the service decide who can write its records.`
      : `${EDITING} of ${type} is no longer false: writing its records requires the editing permission.`,
  ];
}

function describeChange(
  { type, operation }: { readonly type: string; readonly operation: SecurityOperation },
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  security: TypeSecurity,
): readonly string[] {
  if (from === to) return [];
  const rule = `x-security.${operation} of ${type}`;
  if (to === undefined) return [`${rule} was removed: ${effectOfNone(operation, security)}.`];
  const records = READING.has(operation) ? 'its records are visible' : `${operation} is allowed`;
  if (from === undefined) return [`${rule} was added: ${records} only if ${to}.`];
  return [`${rule} was changed from ${from}: ${records} if ${to}.`];
}

/** Describes the effect of a removed rule. Lists without a rule use the `read` rule (contract decision 66). */
function effectOfNone(operation: SecurityOperation, { read }: TypeSecurity): string {
  if (operation === 'collection' && read !== undefined) return 'its lists follow x-security.read';
  if (READING.has(operation))
    return operation === 'read' ? 'its records become public' : 'its lists become public';
  return `${operation} follows the access rules of the service`;
}
