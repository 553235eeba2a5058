import type { IncomingBody, StoredWrite, WriteScope } from '../contract/records/writes.js';
import type { JsonObject } from '../contract/json.js';
import { parsedBody, requireBody } from './body-result.js';
import { mergeBody } from './pending-write.js';
import { resolveReferences } from './resolve-references.js';
import { openStage, workAhead } from './slow-work.js';
import { storeMany, storeWrite } from './store-record.js';
import { validateMany, validateWrite } from './validate-write.js';
import type { OperationDeps, RecordInput, StorePrepared, WriteDeps, WriteInput } from './write-input.js';

/** Creates a record. `work` runs the unit of work and calls the function that stores the record in it. */
export async function createItem<Result>(
  write: Omit<WriteInput, 'kind'>,
  work: (store: StorePrepared) => Promise<Result>,
  deps: OperationDeps,
): Promise<Result> {
  // Slow work, before the transaction begins.
  const staged = await openStage(write, [write.body], deps);
  try {
    const [sent = write.body] = staged.bodies;
    const body = await workAhead(write, sent, deps);
    return await work(async (scope) => {
      // Authorization; only after it, an invalid body is reported.
      await write.authorize(scope);
      return createRecord({ resource: write.resource, incoming: requireBody(body) }, scope, deps);
    });
  } finally {
    await staged.close();
  }
}

/** Creates records of one type in one unit of work: all or none. */
export async function createItems<Result>(
  { bodies, ...write }: Omit<WriteInput, 'kind' | 'body'> & { readonly bodies: readonly JsonObject[] },
  work: (store: StorePrepared<readonly StoredWrite[]>) => Promise<Result>,
  deps: OperationDeps,
): Promise<Result> {
  const staged = await openStage(write, bodies.map(parsedBody), deps);
  try {
    const incoming: IncomingBody[] = [];
    for (const body of staged.bodies) incoming.push(requireBody(await workAhead(write, body, deps)));
    return await work(async (scope) => {
      await write.authorize(scope);
      return createRecords({ resource: write.resource, incoming }, scope, deps);
    });
  } finally {
    await staged.close();
  }
}

/** Stores a new record within the caller's transaction. @throws AppError 400 or 422, with nothing written. */
export async function createRecord(
  { resource, incoming }: Pick<RecordInput, 'resource' | 'incoming'>,
  scope: WriteScope,
  deps: WriteDeps,
): Promise<StoredWrite> {
  // Values: converts the body and merges it into the defaults.
  const write = mergeBody({ kind: 'create', resource, before: null, incoming }, scope, deps);
  // References: replaces IRIs by the records that they name.
  await resolveReferences([write], scope, deps);
  // Rules and validation: all violations are reported together.
  await validateWrite(write, scope, deps);
  // Row and follow-up.
  return storeWrite(write, scope, deps);
}

/**
 * Stores new records of one type within the caller's transaction, in bulk if the rules support it.
 * @throws AppError 400 or 422 of the first rejected record, or for a clash among them; the caller rolls back
 */
export async function createRecords(
  {
    resource,
    incoming,
  }: { readonly resource: RecordInput['resource']; readonly incoming: readonly IncomingBody[] },
  scope: WriteScope,
  deps: WriteDeps,
): Promise<readonly StoredWrite[]> {
  const prepared = deps.prepared(resource);
  if (incoming.length === 1 || !prepared.takesMany) {
    const stored: StoredWrite[] = [];
    for (const each of incoming) stored.push(await createRecord({ resource, incoming: each }, scope, deps));
    return stored;
  }
  const writes = incoming.map((each) =>
    mergeBody({ kind: 'create', resource, before: null, incoming: each }, scope, deps),
  );
  await resolveReferences(writes, scope, deps);
  await validateMany(writes, prepared, { scope, reader: deps.reader });
  return storeMany(writes, prepared, { ...deps, scope });
}
