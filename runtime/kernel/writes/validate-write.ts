import type { Prepared, PreparedResource } from '../prepared-resource.js';
import type { ReadScope } from '../contract/records/operations.js';
import type { EvaluatedState, PendingWrite, StateCheck, WriteScope } from '../contract/records/writes.js';
import { validationFailed } from '../errors/catalog.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { RecordReader } from '../records/record-reader.js';
import { inFieldOrder, withoutEchoes } from '../validation/violation-order.js';
import { validationScope } from '../authorization/role-hierarchy.js';
import { checkStorage } from './storage-check.js';
import { checkUnique, checkUniqueTogether } from './unique-check.js';
import { areExchangesOpen } from './unique-exchanges.js';

export interface ValidationDeps {
  readonly prepared: Prepared;
  readonly reader: RecordReader;
}

/**
 * Validates a write and reports all violations together. Runs rules, the type's checks, feature checks,
 * column limits and uniqueness, in that order.
 */
export async function validateWrite(
  write: PendingWrite,
  scope: WriteScope,
  deps: ValidationDeps,
): Promise<void> {
  const unread = unreadOf(write);
  const { resource, rules, checks } = deps.prepared(write.resource);
  for (const rule of rules) await rule.prepare?.(write, scope);
  await checkStates([write], { resource, checks }, scope);
  // A value that its column cannot hold must not reach a statement.
  await checkUnique(write, resource, { reader: deps.reader, session: scope.session });
  assertValid(write, unread, resource);
}

/**
 * Validates new records of a type that `takesMany`. Uniqueness is left to the database keys, whose violation
 * is a 422 too. If records may swap values, each is checked, so that it can take one from another record.
 */
export async function validateMany(
  writes: readonly PendingWrite[],
  resource: PreparedResource,
  { scope, reader }: { readonly scope: WriteScope; readonly reader: RecordReader },
): Promise<void> {
  const unread = writes.map(unreadOf);
  for (const rule of resource.rules) {
    if (typeof rule.many === 'object') await rule.many.prepare?.(writes, scope);
    else for (const write of writes) await rule.prepare?.(write, scope);
  }
  await checkStates(writes, resource, scope);
  if (areExchangesOpen(scope.session))
    await checkUniqueTogether(writes, resource.resource, { reader, session: scope.session });
  for (const [index, write] of writes.entries()) assertValid(write, unread[index] ?? [], resource.resource);
}

const unreadOf = ({ violations }: PendingWrite): readonly string[] =>
  violations.items.map(({ propertyPath }) => propertyPath);

function assertValid(write: PendingWrite, unread: readonly string[], resource: RegisteredResource): void {
  const violations = withoutEchoes(write.violations.items, unread);
  if (violations.length > 0) throw validationFailed(inFieldOrder(violations, resource));
}

/**
 * Runs all checks of record states except uniqueness: those of the type, those of features, and column
 * limits. Writes and the soft validation of drafts share it.
 */
export async function checkStates(
  states: readonly EvaluatedState[],
  { resource, checks }: { readonly resource: RegisteredResource; readonly checks: readonly StateCheck[] },
  scope: ReadScope,
): Promise<void> {
  for (const state of states) runChecks(state, resource, scope);
  for (const check of checks) await check.check(states, scope);
  for (const { values, violations } of states) checkStorage(resource, values, violations);
}

/** Runs the type's generated or hand-written checks, with the caller as input of expressions. */
export function runChecks(
  { values, groups, violations }: Pick<EvaluatedState, 'values' | 'groups' | 'violations'>,
  resource: RegisteredResource,
  { context }: Pick<WriteScope, 'context'>,
): void {
  resource.validate(values, { groups, violations, ...validationScope(context) });
}
