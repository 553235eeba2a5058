import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../contract/json.js';
import type { PendingWrite, WriteScope } from '../../contract/operations.js';
import type { StoredRecord } from '../../contract/record.js';
import type { FieldDescriptor } from '../../contract/resource.js';
import { createViolationList } from '../../validation/violation-list.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import { createFieldAccess } from '../../serializer/field-access.js';
import type { ExpressionGate } from '../../serializer/field-access.js';
import { readBody } from '../read-body.js';
import type { ReferenceResolver } from '../reference-resolver.js';

export interface PendingWriteDeps {
  readonly gate: ExpressionGate;
  readonly references: ReferenceResolver;
  /** Members that write rules read by themselves, by resource. */
  readonly ownMembers: (resource: RegisteredResource) => ReadonlySet<string>;
}

interface PendingWriteInput {
  readonly kind: PendingWrite['kind'];
  readonly resource: RegisteredResource;
  readonly before: StoredRecord | null;
  readonly body: JsonObject;
}

/** Reads a body onto a new record, onto a stored one (merge patch), or in place of one (PUT). */
export async function createPendingWrite(
  { kind, resource, before, body }: PendingWriteInput,
  scope: WriteScope,
  deps: PendingWriteDeps,
): Promise<PendingWrite> {
  const violations = createViolationList();
  const read = await readBody(
    {
      resource,
      body,
      stored: kind === 'update' ? (before?.values ?? null) : null,
      skip: deps.ownMembers(resource),
      violations,
      context: scope.context,
      session: scope.session,
    },
    { access: createFieldAccess(resource, deps.gate), references: deps.references },
  );
  const groups = resource.validationGroups[before === null ? 'create' : 'update'];
  return {
    kind,
    resource,
    id: before?.id ?? randomUUID(),
    before,
    values: { ...startingValues(kind, resource, before), ...read.values },
    body,
    sent: read.sent,
    violations,
    groups: new Set(['Default', ...groups]),
  };
}

function startingValues(
  kind: PendingWrite['kind'],
  resource: RegisteredResource,
  before: StoredRecord | null,
): Readonly<Record<string, unknown>> {
  if (before === null) return defaults(resource.fields);
  if (kind === 'update') return before.values;
  return { ...before.values, ...defaults(resource.fields.filter(isReset)) };
}

/** PUT resets scalar members only; dates, relations to routes, uploads and lists stay (contract decision 37). */
function isReset(field: FieldDescriptor): boolean {
  return field.kind === 'scalar' && field.writable && field.type !== 'datetime';
}

function defaults(fields: readonly FieldDescriptor[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ kind }) => kind !== 'computed').map((field) => [field.name, initial(field)]),
  );
}

function initial(field: FieldDescriptor): unknown {
  if (field.kind === 'to-many') return [];
  return field.kind === 'scalar' ? (field.default ?? null) : null;
}
