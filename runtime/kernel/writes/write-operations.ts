import type { RequestContext } from '../contract/context.js';
import type { JsonObject } from '../contract/json.js';
import type { ReadScope, Representation } from '../contract/records/operations.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { BodyResult, WriteScope } from '../contract/records/writes.js';
import type { EnterUseCase, RunCommand, UseCase } from '../contract/records/use-cases.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { ItemReader } from '../reads/read-item.js';
import { parsedBody, requireBody } from './body-result.js';
import { createItem, createItems } from './create.js';
import { assertMet, type Precondition } from './precondition.js';
import { updateItem } from './update.js';
import type {
  ItemUpdate,
  OperationDeps,
  PreparedUpdate,
  PreparedWork,
  WriteInput,
  WrittenItem,
} from './write-input.js';
import { createWrittenResults, type WrittenResults } from './written-result.js';

/** Use cases that write records of any type. */
export interface WriteOperations {
  create(resource: RegisteredResource, body: BodyResult, context: RequestContext): Promise<Representation>;
  /**
   * Creates records of one type in one unit of work: all or none. Returns them as stored, or the records that
   * replace them.
   */
  createMany(
    resource: RegisteredResource,
    bodies: readonly JsonObject[],
    context: RequestContext,
  ): Promise<readonly StoredRecord[]>;
  update(write: ItemUpdate, context: RequestContext): Promise<Representation>;
  remove(item: WrittenItem, context: RequestContext): Promise<void>;
  /**
   * Prepares a creation within a larger unit of work: slow work runs before `work`, and unused results are
   * removed after it. It does not check the permission to create, which is up to the caller. Fields that the
   * caller may not write are dropped.
   */
  prepareCreate<Result>(
    write: Pick<WriteInput, 'resource' | 'body'>,
    context: RequestContext,
    work: PreparedWork<Result>,
  ): Promise<Result>;
  /** Prepares an update in the same way; `load` authorizes it. */
  prepareUpdate<Result>(
    write: PreparedUpdate,
    context: RequestContext,
    work: PreparedWork<Result>,
  ): Promise<Result>;
  /** Checks that reject a write regardless of its body, for callers that receive files before they write. */
  readonly assertAllowed: {
    create(resource: RegisteredResource, context: RequestContext): Promise<void>;
    /** Returns the key to write to. */
    update(item: WrittenItem, context: RequestContext): Promise<string>;
  };
  /** Returns the record to show in the response to a write. */
  readonly show: WrittenResults['show'];
}

export interface WriteOperationDeps extends OperationDeps {
  readonly enter: EnterUseCase;
  readonly run: RunCommand;
  readonly items: ItemReader;
  /** Rejects callers who may not create records of a type. */
  readonly createGuard: (resource: RegisteredResource, context: RequestContext) => void;
  /** Deletes a loaded record with its dependents and records each change. */
  readonly remove: (record: StoredRecord, scope: WriteScope) => Promise<void>;
}

/** Creates the use cases that write: each enters through the guards and runs its unit of work. */
export function createWriteOperations(deps: WriteOperationDeps): WriteOperations {
  const { enter, run, remove } = deps;
  const loadExpected = createLoadExpected(deps.items);
  const { show, recordsOf } = createWrittenResults(deps);
  const mayCreate = (resource: RegisteredResource, context: RequestContext) => async (): Promise<null> => {
    deps.createGuard(resource, context);
    return null;
  };

  return {
    show,
    prepareCreate: ({ resource, body: sent }, from, work) =>
      enter({ name: 'create', resource, body: sent, context: from }, ({ body, context }) =>
        createItem(
          { resource, body, context, authorize: async () => null },
          (store) => work(store, context),
          deps,
        ),
      ),
    prepareUpdate: ({ kind, resource, load, ...write }, from, work) =>
      enter({ ...write, name: 'update', resource, context: from }, ({ key, body, context }) =>
        updateItem(
          { kind, resource, key, body, context, authorize: (scope) => load(key, scope) },
          (store) => work(store, context),
          deps,
        ),
      ),
    create: (resource, sent, from) =>
      enter({ name: 'create', resource, body: sent, context: from }, ({ body, context }) =>
        createItem(
          { resource, body, context, authorize: mayCreate(resource, context) },
          (store) => run(context, async (scope) => show(await store(scope), resource, scope)),
          deps,
        ),
      ),
    createMany: (resource, all, from) =>
      enter(
        { name: 'createMany', resource, body: parsedBody({ all }), context: from },
        ({ body, context }) => {
          // The guard returns the list of bodies it was given.
          const bodies = requireBody(body).body.all as readonly JsonObject[];
          return createItems(
            { resource, bodies, context, authorize: mayCreate(resource, context) },
            (store) => run(context, async (scope) => recordsOf(await store(scope), resource, scope)),
            deps,
          );
        },
      ),
    update: ({ kind, resource, precondition, ...write }, from) =>
      enter({ ...write, name: 'update', resource, context: from }, ({ key, body, context }) =>
        updateItem(
          {
            ...{ kind, resource, key, body, context },
            authorize: (scope) => loadExpected({ resource, key, precondition }, 'update', scope),
          },
          (store) => run(context, async (scope) => show(await store(scope), resource, scope)),
          deps,
        ),
      ),
    remove: (item, from) =>
      enter({ ...named('remove', item), context: from }, ({ key, context }) =>
        run(context, async (scope) => remove(await loadExpected({ ...item, key }, 'delete', scope), scope)),
      ),
    assertAllowed: {
      create: async (resource, context) => deps.createGuard(resource, context),
      update: (item, from) =>
        enter({ ...named('judgeUpdate', item), context: from }, ({ key, context }) =>
          run(context, async (scope) => (await loadExpected({ ...item, key }, 'update', scope)).id),
        ),
    },
  };
}

const named = (
  name: string,
  { resource, key }: WrittenItem,
): Pick<UseCase, 'name'> & Pick<WrittenItem, 'resource' | 'key'> => ({ name, resource, key });

type Expected = Omit<WrittenItem, 'precondition'> & { readonly precondition?: Precondition | undefined };

/** Creates the function that loads the record to write and checks the expected version. */
function createLoadExpected(
  items: ItemReader,
): (item: Expected, operation: 'update' | 'delete', scope: ReadScope) => Promise<StoredRecord> {
  return async ({ precondition, ...address }, operation, scope) => {
    const record = await items.load(address, operation, scope);
    assertMet(record, precondition);
    return record;
  };
}
