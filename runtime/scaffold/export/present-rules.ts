import type { StoredRecord } from '../../kernel/contract/record.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { unaskedContext } from '../../kernel/util/unasked-context.js';
import { createViolationList } from '../../kernel/validation/violation-list.js';
import { checkStorage } from '../../kernel/writes/storage-check.js';
import { runChecks } from '../../kernel/writes/validate-write.js';
import { SCAFFOLD_ACTOR } from '../scaffold-actor.js';
import type { ExportScope } from './export-scope.js';

/**
 * Why a load would refuse a record that is stored: rules change, and what a record referred to goes. Without the members in
 * `lost`; undefined for one that it takes.
 */
export function refusalOf(
  { type, values: stored }: StoredRecord,
  lost: ReadonlySet<string>,
  { registry, clock, log }: Pick<ExportScope, 'registry' | 'clock' | 'log'>,
): string | undefined {
  const resource = registry.require(type);
  const values = { ...stored, ...Object.fromEntries([...lost].map((name) => [name, null])) };
  const violations = createViolationList();
  const context = unaskedContext(SCAFFOLD_ACTOR, { clock, log });
  runChecks({ values, groups: groupsOf(resource, values), violations }, resource, { context });
  checkStorage(resource, values, violations);
  const [first] = violations.items;
  if (first === undefined) return undefined;
  return first.propertyPath === '' ? first.message : `${first.propertyPath}: ${first.message}`;
}

/** Those that a write of it would be judged by. */
function groupsOf(
  { validationGroups, publishable }: RegisteredResource,
  values: Readonly<Record<string, unknown>>,
): ReadonlySet<string> {
  const isDated = publishable !== undefined && values[publishable.field] != null;
  return new Set(['Default', ...validationGroups.create, ...(isDated ? publishable.validationGroups : [])]);
}
