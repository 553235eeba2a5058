import { randomUUID } from 'node:crypto';
import type { RequestContext } from '../contract/context.js';
import type {
  Commands,
  MemberChange,
  PendingWrite,
  StoredWrite,
  WriteScope,
} from '../contract/records/writes.js';
import { validationFailed } from '../errors/catalog.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { composedText } from '../util/composed.js';
import { createViolationList } from '../validation/violation-list.js';
import { inFieldOrder } from '../validation/violation-order.js';
import { incomingBody } from './body-result.js';
import { createRecord, createRecords } from './create.js';
import { defaults } from './pending-write.js';
import { checkStorage } from './storage-check.js';
import { type StoreDeps, storeWrite } from './store-record.js';
import { updateRecord } from './update.js';
import { runChecks } from './validate-write.js';
import type { WriteDeps } from './write-input.js';

/** Normalizes plain texts. Other column values (JSON, references, dates) need no normalization. */
const composedValues = (values: MemberChange['values']): MemberChange['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? composedText(value) : value,
    ]),
  );

/** Creates the writes of single records within the transaction of their scope. */
export function createCommands(registry: Pick<ResourceRegistry, 'require'>, deps: WriteDeps): Commands {
  return {
    create: (type, body, scope) =>
      createRecord({ resource: registry.require(type), incoming: incomingBody(body) }, scope, deps),
    createAll: (type, records, scope) =>
      createRecords(
        {
          resource: registry.require(type),
          incoming: records.map(({ body, given }) => ({ ...incomingBody(body), given })),
        },
        scope,
        deps,
      ),
    update: (record, body, scope) =>
      updateRecord({ kind: 'update', loaded: record, incoming: incomingBody(body) }, scope, deps),
    replace: (record, body, scope) =>
      updateRecord({ kind: 'replace', loaded: record, incoming: incomingBody(body) }, scope, deps),
    change: (type, change, scope) =>
      storeMembers({ ...change, resource: registry.require(type) }, scope, deps),
  };
}

/**
 * Stores fields within the caller's transaction, with the rules of the type. Only these fields are checked
 * against their columns, so that a record without a recently added required field keeps working.
 * @throws AppError 422, with nothing written.
 */
async function storeMembers(
  change: MemberChange & { readonly resource: RegisteredResource },
  scope: WriteScope,
  deps: StoreDeps,
): Promise<StoredWrite> {
  const { resource } = change;
  const write = pendingChange(change, resource, scope.context);
  for (const rule of deps.prepared(resource).rules) await rule.prepare?.(write, scope);
  runChecks(write, resource, scope);
  checkStorage(
    { ...resource, fields: resource.fields.filter(({ name }) => write.sent.has(name)) },
    write.values,
    write.violations,
  );
  const { items } = write.violations;
  if (items.length > 0) throw validationFailed(inFieldOrder(items, resource));
  return storeWrite(write, scope, deps);
}

function pendingChange(
  { before, values, concealed, groups }: MemberChange,
  resource: RegisteredResource,
  context: RequestContext,
): PendingWrite {
  return {
    kind: before === null ? 'create' : 'update',
    resource,
    id: before?.id ?? randomUUID(),
    before,
    values: { ...(before?.values ?? defaults(resource.fields, context)), ...composedValues(values) },
    body: {},
    sent: new Set(Object.keys(values)),
    violations: createViolationList(),
    groups: new Set(groups),
    concealed: { ...concealed },
  };
}
