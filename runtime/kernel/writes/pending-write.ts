import type { Prepared } from '../prepared-resource.js';
import { randomUUID } from 'node:crypto';
import type { IncomingBody, PendingWrite, WriteScope } from '../contract/records/writes.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { RequestContext } from '../contract/context.js';
import type { FieldDescriptor } from '../contract/schema/resource.js';
import { createViolationList } from '../validation/violation-list.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { InternalError } from '../errors/internal-error.js';
import { type BodyValues, isWritable, readBodies, type ReadBodyInput } from './read-body.js';
import { readScalar } from './read-scalar.js';
import type { ReferenceResolver } from './reference-resolver.js';

export interface PendingWriteDeps {
  readonly references: ReferenceResolver;
  readonly prepared: Prepared;
}

export interface PendingWriteInput {
  readonly kind: PendingWrite['kind'];
  readonly resource: RegisteredResource;
  readonly before: StoredRecord | null;
  readonly isCopy?: boolean;
  readonly incoming: IncomingBody;
}

/** Applies a body to a new record, merges it into a stored one (PATCH), or replaces one (PUT). */
export async function createPendingWrite(
  input: PendingWriteInput,
  scope: WriteScope,
  deps: PendingWriteDeps,
): Promise<PendingWrite> {
  const [write] = await createPendingWrites([input], scope, deps);
  if (write === undefined) throw new InternalError('A body was read to no write');
  return write;
}

/** Applies several bodies; references are resolved together with a constant number of statements. */
export async function createPendingWrites(
  inputs: readonly PendingWriteInput[],
  scope: WriteScope,
  deps: PendingWriteDeps,
): Promise<readonly PendingWrite[]> {
  const bodies = inputs.map((input) => bodyOf(input, scope, deps));
  const read = await readBodies(bodies, deps.references, scope);
  return inputs.flatMap((input, index): PendingWrite[] => {
    const [body, found] = [bodies[index], read[index]];
    return body === undefined || found === undefined ? [] : [pendingWrite(input, body, found)];
  });
}

function bodyOf(
  { kind, resource, before, incoming }: PendingWriteInput,
  { context }: WriteScope,
  { prepared }: PendingWriteDeps,
): ReadBodyInput {
  const { rules, ownMembers, access } = prepared(resource);
  const violations = createViolationList();
  for (const violation of incoming.violations) violations.add(violation);
  return {
    resource,
    body: rules.reduce(
      (admitted, rule) => rule.admit?.(resource, admitted, context) ?? admitted,
      incoming.body,
    ),
    before,
    stored: before?.values ?? null,
    isPatch: kind === 'update',
    skip: ownMembers,
    violations,
    context,
    access,
  };
}

function pendingWrite(
  { kind, resource, before, isCopy = false, incoming }: PendingWriteInput,
  input: ReadBodyInput,
  read: BodyValues,
): PendingWrite {
  const groups = resource.validationGroups[before === null ? 'create' : 'update'];
  const given = before === null ? incoming.given : undefined;
  return {
    kind,
    resource,
    id: before?.id ?? given?.id ?? randomUUID(),
    ...(given?.createdAt && { createdAt: given.createdAt }),
    before,
    isCopy,
    values: { ...startingValues(kind, input), ...read.values, ...given?.values },
    body: input.body,
    sent: read.sent,
    violations: input.violations,
    groups: new Set(['Default', ...groups]),
    concealed: { ...incoming.concealed },
  };
}

function startingValues(kind: PendingWrite['kind'], input: ReadBodyInput): Readonly<Record<string, unknown>> {
  const { resource, stored, context } = input;
  if (stored === null) return defaults(resource.fields, context);
  if (kind === 'update') return stored;
  const reset = resource.fields.filter((field) => isReset(field, resource) && isWritable(field, input));
  return { ...stored, ...defaults(reset, context) };
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
