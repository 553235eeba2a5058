import type { Prepared } from '../prepared-resource.js';
import { randomUUID } from 'node:crypto';
import type { IncomingBody, PendingWrite, WriteScope } from '../contract/operations.js';
import type { StoredRecord } from '../contract/record.js';
import type { FieldDescriptor } from '../contract/resource.js';
import { createViolationList } from '../validation/violation-list.js';
import { REACHABLE_COLUMN } from '../../model/routable-fields.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { FieldAccess } from '../serializer/field-access.js';
import type { ReadBodyInput } from './read-body.js';
import { isWritable, readBody } from './read-body.js';
import type { ReferenceResolver } from './reference-resolver.js';

export interface PendingWriteDeps {
  readonly references: ReferenceResolver;
  readonly prepared: Prepared;
}

interface PendingWriteInput {
  readonly kind: PendingWrite['kind'];
  readonly resource: RegisteredResource;
  readonly before: StoredRecord | null;
  readonly incoming: IncomingBody;
}

/** Reads a body onto a new record, onto a stored one (merge patch), or in place of one (PUT). */
export async function createPendingWrite(
  { kind, resource, before, incoming }: PendingWriteInput,
  scope: WriteScope,
  deps: PendingWriteDeps,
): Promise<PendingWrite> {
  const { rules, ownMembers, access } = deps.prepared(resource);
  const body = rules.reduce(
    (admitted, rule) => rule.admit?.(resource, admitted, scope.context) ?? admitted,
    incoming.body,
  );
  const violations = createViolationList();
  for (const violation of incoming.violations) violations.add(violation);
  const input: ReadBodyInput = {
    resource,
    body,
    before,
    stored: before?.values ?? null,
    isPatch: kind === 'update',
    skip: ownMembers,
    violations,
    context: scope.context,
    session: scope.session,
  };
  const read = await readBody(input, { access, references: deps.references });
  const groups = resource.validationGroups[before === null ? 'create' : 'update'];
  return {
    kind,
    resource,
    id: before?.id ?? randomUUID(),
    before,
    values: { ...startingValues(kind, input, access), ...read.values },
    body,
    sent: read.sent,
    violations,
    groups: new Set(['Default', ...groups]),
    concealed: { ...incoming.concealed },
  };
}

function startingValues(
  kind: PendingWrite['kind'],
  input: ReadBodyInput,
  access: FieldAccess,
): Readonly<Record<string, unknown>> {
  const { resource, stored } = input;
  if (stored === null) return defaults(resource.fields);
  if (kind === 'update') return stored;
  const reset = resource.fields.filter(
    (field) => isReset(field, resource) && isWritable(field, input, { access }),
  );
  return { ...stored, ...defaults(reset) };
}

const KEPT_BY_PUT: ReadonlySet<string> = new Set(['published_at', 'live_at', REACHABLE_COLUMN, 'sort_value']);

/**
 * PUT resets scalar members only; identity, publication and go-live dates, reach without a route, places in a group,
 * relations, uploads and lists stay (contract decisions 37 and 77).
 */
function isReset(field: FieldDescriptor, resource: RegisteredResource): boolean {
  if (field.kind !== 'scalar' || field.name === resource.identifier) return false;
  return !KEPT_BY_PUT.has(field.column);
}

/** What a new record has before anything is said of it. */
export function defaults(fields: readonly FieldDescriptor[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ kind }) => kind !== 'computed').map((field) => [field.name, initial(field)]),
  );
}

function initial(field: FieldDescriptor): unknown {
  if (field.kind === 'to-many') return [];
  return field.kind === 'scalar' ? (field.default ?? null) : null;
}
