import { randomUUID } from 'node:crypto';
import type { PendingWrite, WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { RequestContext } from '../contract/context.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { Prepared } from '../prepared-resource.js';
import type { FieldAccess } from '../serializer/field-access.js';
import { createViolationList } from '../validation/violation-list.js';
import { readScalar } from './read-scalar.js';
import type { RecordInput } from './write-input.js';

/**
 * Converts a body to typed values and applies them to a new record, or to a stored one: PATCH merges, PUT replaces.
 * Unknown and read-only members are ignored. A member of the wrong JSON type is a violation. Relations keep their
 * values until `resolveReferences`.
 */
export function mergeBody(
  input: RecordInput,
  { context }: WriteScope,
  { prepared }: { readonly prepared: Prepared },
): PendingWrite {
  const { kind, resource, before, isCopy = false, incoming } = input;
  const parts = prepared(resource);
  const body = parts.rules.reduce(
    (admitted, rule) => rule.admit?.(resource, admitted, context) ?? admitted,
    incoming.body,
  );
  const violations = createViolationList();
  for (const violation of incoming.violations) violations.add(violation);
  const by: WritingCaller = { context, before, access: parts.access };
  const sent = resource.fields.filter(
    (field) => Object.hasOwn(body, field.name) && !parts.ownMembers.has(field.name) && isWritable(field, by),
  );
  const given = before === null ? incoming.given : undefined;
  const values: Record<string, unknown> = { ...startingValues(input, by) };
  const scalar = { stored: before?.values ?? null, isPatch: kind === 'update', violations, context };
  for (const field of sent) {
    if (field.kind !== 'scalar') continue;
    const raw = body[field.name] ?? null;
    const value = raw === null ? null : readScalar(field, raw, scalar);
    if (value !== undefined) values[field.name] = value;
  }
  Object.assign(values, given?.values);
  return {
    kind,
    resource,
    id: before?.id ?? given?.id ?? randomUUID(),
    ...(given?.createdAt && { createdAt: given.createdAt }),
    before,
    isCopy,
    values,
    body,
    sent: new Set(sent.map(({ name }) => name)),
    violations,
    groups: new Set(['Default', ...resource.validationGroups[before === null ? 'create' : 'update']]),
    concealed: { ...incoming.concealed },
  };
}

/** The caller of a write, and the record that it changes; null for a new one. */
interface WritingCaller {
  readonly context: RequestContext;
  readonly before: StoredRecord | null;
  readonly access: FieldAccess;
}

/** Returns whether this caller may set a field of this record. */
export function isWritable(field: FieldDescriptor, { context, before, access }: WritingCaller): boolean {
  return field.writable && access.canWrite(field)(context, before);
}

/** Returns the values to which the body is applied. */
function startingValues(
  { kind, resource, before }: RecordInput,
  by: WritingCaller,
): Readonly<Record<string, unknown>> {
  if (before === null) return defaults(resource.fields, by.context);
  if (kind === 'update') return before.values;
  const reset = resource.fields.filter((field) => isReset(field, resource) && isWritable(field, by));
  return { ...before.values, ...defaults(reset, by.context) };
}

/**
 * Returns whether PUT resets a field, which applies to scalars only. It keeps identity, publication and
 * go-live dates, visibility without a route, positions, relations, uploads and lists (contract decisions 37
 * and 77).
 */
function isReset(field: FieldDescriptor, resource: RegisteredResource): boolean {
  return field.kind === 'scalar' && field.name !== resource.identifier && field.keptByPut !== true;
}

/** Returns the values of a new record before the body is applied. */
export function defaults(
  fields: readonly FieldDescriptor[],
  context: RequestContext,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ kind }) => kind !== 'computed').map((field) => [field.name, initial(field, context)]),
  );
}

/**
 * Returns the initial value of a field. Defaults are parsed like body values, so that both are stored alike.
 */
function initial(field: FieldDescriptor, context: RequestContext): unknown {
  if (field.kind === 'to-many') return [];
  if (field.kind !== 'scalar' || field.default == null) return null;
  const violations = createViolationList();
  const value = readScalar(field, field.default, { stored: null, isPatch: false, violations, context });
  // An invalid default in code of an earlier release is reported by later storage checks.
  return violations.items.length === 0 ? value : field.default;
}
