import type { RequestContext } from './contract/context.js';
import type { Database, SqlSession } from './contract/database/database.js';
import type { JsonObject } from './contract/json.js';
import type { Purpose, ReadCollection, ReadScope, Representation } from './contract/records/operations.js';
import type { IncomingBody, NameAuthor, StoredWrite, WriteScope } from './contract/records/writes.js';
import type { RunCommand, EnterUseCase, UseCase } from './contract/records/use-cases.js';
import type { Reference, StoredRecord } from './contract/records/record.js';
import type { RegisteredResource } from './metadata/resource-registry.js';
import { isInTransaction } from './util/database/is-in-transaction.js';
import { createRecords, type WriteDeps } from './writes/create-item.js';
import type {
  BodySource,
  ItemCreate,
  ItemUpdate,
  PreparedUpdate,
  PreparedWork,
  WrittenItem,
} from './writes/prepared-writes.js';
import { createPreparedWrites } from './writes/prepared-writes.js';
import { sessionFor } from './observation/origin.js';
import { represent } from './reads/representations.js';
import type { ItemReader } from './reads/read-item.js';
import { readVersion } from './records/record-versions.js';
import { assertMet, type Precondition } from './writes/precondition.js';
import type { FindRefused } from './writes/refused-states.js';
import type { ReferenceResolver } from './writes/reference-resolver.js';

/** Deletes a loaded record with its dependents and records each change. */
export type RemoveRecord = (record: StoredRecord, scope: WriteScope) => Promise<void>;

/** Rejects callers who may not create records of a type. */
export type CreateGuard = (resource: RegisteredResource, context: RequestContext) => void;

/** Use cases of every resource, independent of HTTP. Endpoints, console commands and scaffolds call them. */
export interface ResourceOperations {
  /** Session for reads outside transactions. */
  readonly session: SqlSession;
  /** Returns the session for one caller, with statements attributed to the caller's use case. */
  sessionFor(context: RequestContext): SqlSession;
  readItem(resource: RegisteredResource, key: string, context: RequestContext): Promise<Representation>;
  /**
   * Reads items of one type by id, each as `readItem` would for its own id without parameters. Items that the
   * caller may not read are omitted. Requires an entered use case (`enter`).
   */
  readItems(
    resource: RegisteredResource,
    ids: readonly string[],
    context: RequestContext,
  ): Promise<readonly Representation[]>;
  /**
   * Reads the item that receives a submission, authorized as in `readItem`, without the data that only the
   * response shows.
   */
  readSubmitted(resource: RegisteredResource, key: string, context: RequestContext): Promise<Representation>;
  readonly readCollection: ReadCollection;
  create(resource: RegisteredResource, body: BodySource, context: RequestContext): Promise<Representation>;
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
    write: ItemCreate,
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
  /** Returns author and time of a record's current version, as far as the caller may see them. */
  readonly describeVersion: DescribeVersion;
  /** Returns the record to show in the response to a write. */
  show(stored: StoredWrite, resource: RegisteredResource, scope: WriteScope): Promise<Representation>;
  readonly run: RunCommand;
  /** Enters a use case through the guards, for use cases of other modules. */
  readonly enter: EnterUseCase;
  /** Resolves IRIs in a body to records. */
  readonly references: ReferenceResolver;
  /** Finds rows of a bulk write, such as an undo, that the caller may not write. */
  readonly findRefused: FindRefused;
  /** Returns documents of records of one type that have been read and authorized. */
  represent(
    records: readonly StoredRecord[],
    purpose: Purpose,
    scope: ReadScope,
  ): Promise<readonly Representation[]>;
}

export interface OperationsDeps extends WriteDeps {
  readonly database: Database;
  readonly enter: EnterUseCase;
  readonly items: ItemReader;
  readonly readCollection: ReadCollection;
  readonly remove: RemoveRecord;
  readonly createGuard: CreateGuard;
  readonly run: RunCommand;
  readonly nameAuthor: NameAuthor | undefined;
  readonly findRefused: FindRefused;
}

export function createResourceOperations(deps: OperationsDeps): ResourceOperations {
  const { database, enter, items, run, remove, references, findRefused } = deps;
  const prepared = createPreparedWrites(deps);
  const loadExpected = createLoadExpected(deps.items);
  const { show, createAll } = createResults(deps);

  function readFor(purpose: 'item' | 'submission'): ResourceOperations['readItem'] {
    const name = purpose === 'item' ? 'readItem' : 'readSubmitted';
    return (resource, address, from) =>
      enter({ name, resource, key: address, isRead: true, context: from }, async ({ key, context }) => {
        const scope = { session: sessionFor(database, context), context };
        return items.represent(await items.load({ resource, key }, 'read', scope), purpose, scope);
      });
  }

  const representAll: ResourceOperations['represent'] = async (records, purpose, scope) => {
    const [first] = records;
    if (first === undefined) return [];
    return represent(records, deps.prepared({ name: first.type }).extensions, {
      purpose,
      scope: { ...scope, readCollection: deps.readCollection },
    });
  };

  return {
    session: database,
    sessionFor: (context) => sessionFor(database, context),
    run,
    enter,
    show,
    ...{ references, findRefused },
    represent: representAll,
    readCollection: (resource, scope) =>
      // Within a write, a list shows the uncommitted state.
      isInTransaction(scope.session)
        ? deps.readCollection(resource, scope)
        : enter({ name: 'readCollection', resource, context: scope.context }, ({ context }) =>
            deps.readCollection(resource, { ...scope, session: sessionFor(database, context), context }),
          ),
    readItem: readFor('item'),
    async readItems(resource, ids, context) {
      const scope = { session: sessionFor(database, context), context };
      return representAll(await items.loadMany(resource, ids, scope), 'item', scope);
    },
    readSubmitted: readFor('submission'),
    prepareCreate: ({ resource, body: sent }, from, work) =>
      enter({ name: 'create', resource, body: sent, context: from }, ({ body, context }) =>
        prepared.create({ resource, body, context, evaluate: async () => null }, (store) =>
          work(store, context),
        ),
      ),
    prepareUpdate: ({ kind, resource, load, ...write }, from, work) =>
      enter({ ...write, name: 'update', resource, context: from }, ({ key, body, context }) =>
        prepared.update({ kind, resource, key, body, load, context }, (store) => work(store, context)),
      ),
    create: (resource, sent, from) =>
      enter({ name: 'create', resource, body: sent, context: from }, ({ body, context }) => {
        const evaluate = async (): Promise<null> => {
          deps.createGuard(resource, context);
          return null;
        };
        return prepared.create({ resource, body, context, evaluate }, (store) =>
          run(context, async (scope) => show(await store(scope), resource, scope)),
        );
      }),
    createMany: (resource, all, from) =>
      enter(
        { name: 'createMany', resource, body: () => ({ all }), context: from },
        ({ body: sent, context }) => {
          const evaluate = async (): Promise<null> => {
            deps.createGuard(resource, context);
            return null;
          };
          // The guard returns the list of bodies it was given.
          const bodies = sent().all as readonly JsonObject[];
          return prepared.createAll({ resource, bodies, context, evaluate }, (incoming) =>
            run(context, async (scope) => {
              await evaluate();
              return createAll({ resource, incoming }, scope);
            }),
          );
        },
      ),
    update: ({ kind, resource, precondition, ...write }, from) =>
      enter({ ...write, name: 'update', resource, context: from }, ({ key, body, context }) => {
        const load = (_key: string, scope: ReadScope): Promise<StoredRecord> =>
          loadExpected({ resource, key, precondition }, 'update', scope);
        return prepared.update({ kind, resource, key, body, load, context }, (store) =>
          run(context, async (scope) => show(await store(scope), resource, scope)),
        );
      }),
    remove: (item, from) =>
      enter({ ...named('remove', item), context: from }, ({ key, context }) =>
        run(context, async (scope) => remove(await loadExpected({ ...item, key }, 'delete', scope), scope)),
      ),
    describeVersion: createDescribeVersion(deps),
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

type DescribeVersion = (
  record: StoredRecord,
  context: RequestContext,
) => Promise<{ readonly author: string | null; readonly at: Date | null }>;

function createDescribeVersion({
  database,
  prepared,
  nameAuthor,
}: Pick<OperationsDeps, 'database' | 'prepared' | 'nameAuthor'>): DescribeVersion {
  return async ({ type, id }, context) => {
    const found = await readVersion(database, prepared({ name: type }).resource, id);
    const { by = null, at = null } = found ?? {};
    const author = by && (await nameAuthor?.(by, { session: database, context }));
    return { author: author ?? null, at };
  };
}

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

/** Creates the functions that build the results of writes. */
function createResults(deps: OperationsDeps): Pick<ResourceOperations, 'show'> & {
  createAll(
    items: { readonly resource: RegisteredResource; readonly incoming: readonly IncomingBody[] },
    scope: WriteScope,
  ): Promise<readonly StoredRecord[]>;
} {
  /** Returns the record that a rule selects for the response instead of the stored one. */
  async function resultOf(
    stored: StoredWrite,
    resource: RegisteredResource,
    scope: WriteScope,
  ): Promise<Reference | undefined> {
    let shown: Reference | undefined;
    for (const rule of deps.prepared(resource).rules) shown = (await rule.result?.(stored, scope)) ?? shown;
    return shown;
  }

  async function show(
    stored: StoredWrite,
    resource: RegisteredResource,
    scope: WriteScope,
  ): Promise<Representation> {
    const shown = await resultOf(stored, resource, scope);
    const record = shown && (await deps.reader.find(scope.session, shown));
    return deps.items.represent(record ?? stored.after, 'write', scope);
  }

  async function createAll(
    {
      resource,
      incoming,
    }: { readonly resource: RegisteredResource; readonly incoming: readonly IncomingBody[] },
    scope: WriteScope,
  ): Promise<readonly StoredRecord[]> {
    const records: StoredRecord[] = [];
    for (const stored of await createRecords({ resource, incoming }, scope, deps)) {
      const shown = await resultOf(stored, resource, scope);
      const isOther = shown !== undefined && shown.id !== stored.after.id;
      records.push((isOther ? await deps.reader.find(scope.session, shown) : undefined) ?? stored.after);
    }
    return records;
  }

  return { show, createAll };
}
