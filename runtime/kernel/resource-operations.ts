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

/** Removes a loaded record and everything that must go with it, recording each change. */
export type RemoveRecord = (record: StoredRecord, scope: WriteScope) => Promise<void>;

/** Refuses creation for callers that the type, or a rule of the platform, does not let create. */
export type CreateGuard = (resource: RegisteredResource, context: RequestContext) => void;

/** The use cases of every resource, free of HTTP: endpoints, console and scaffold call these. */
export interface ResourceOperations {
  /** The session of reads outside transactions. */
  readonly session: SqlSession;
  /** The same for one caller: what it reads is told of as part of the caller's use case. */
  sessionFor(context: RequestContext): SqlSession;
  readItem(resource: RegisteredResource, key: string, context: RequestContext): Promise<Representation>;
  /**
   * Items of one type by their ids, each as `readItem` answers who reads it by its own id and asks for nothing else; those
   * that the caller may not read are left out. For use cases that have been entered (`enter`).
   */
  readItems(
    resource: RegisteredResource,
    ids: readonly string[],
    context: RequestContext,
  ): Promise<readonly Representation[]>;
  /** The item that something is submitted to, found and judged as `readItem` does, without what the submission is shown in. */
  readSubmitted(resource: RegisteredResource, key: string, context: RequestContext): Promise<Representation>;
  readonly readCollection: ReadCollection;
  create(resource: RegisteredResource, body: BodySource, context: RequestContext): Promise<Representation>;
  /**
   * Creates records of one type in one unit of work: all of them or none. Answers them as they are stored, or what stands in
   * their place.
   */
  createMany(
    resource: RegisteredResource,
    bodies: readonly JsonObject[],
    context: RequestContext,
  ): Promise<readonly StoredRecord[]>;
  update(write: ItemUpdate, context: RequestContext): Promise<Representation>;
  remove(item: WrittenItem, context: RequestContext): Promise<void>;
  /**
   * A creation that is one part of a larger unit of work: what takes long is done before `work`, what it left unused is
   * removed behind it. Nobody's right to create is asked: whoever calls this has decided. Members that the caller may not write
   * are dropped.
   */
  prepareCreate<Result>(
    write: ItemCreate,
    context: RequestContext,
    work: PreparedWork<Result>,
  ): Promise<Result>;
  /** The same for an update; `load` judges. */
  prepareUpdate<Result>(
    write: PreparedUpdate,
    context: RequestContext,
    work: PreparedWork<Result>,
  ): Promise<Result>;
  /** Refuse what the write of that name refuses whatever its body, for callers that receive files before they write. */
  readonly assertAllowed: {
    create(resource: RegisteredResource, context: RequestContext): Promise<void>;
    /** Answers the key to write to. */
    update(item: WrittenItem, context: RequestContext): Promise<string>;
  };
  /** Says who made the present version of a record, as far as the caller may know it, and when. */
  readonly describeVersion: DescribeVersion;
  /** The record that a write answers with. */
  show(stored: StoredWrite, resource: RegisteredResource, scope: WriteScope): Promise<Representation>;
  readonly run: RunCommand;
  /** The gate, for use cases of other modules. */
  readonly enter: EnterUseCase;
  /** Records named by IRIs of a body. */
  readonly references: ReferenceResolver;
  /** Rows that are written as a whole, by an undo for example, and that the caller of the unit of work may not write. */
  readonly findRefused: FindRefused;
  /** Documents of records of one type that were read and judged. */
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
      // A list that the answer to a write shows is of what that write leaves.
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
        prepared.create({ resource, body, context, judge: async () => null }, (store) =>
          work(store, context),
        ),
      ),
    prepareUpdate: ({ kind, resource, load, ...write }, from, work) =>
      enter({ ...write, name: 'update', resource, context: from }, ({ key, body, context }) =>
        prepared.update({ kind, resource, key, body, load, context }, (store) => work(store, context)),
      ),
    create: (resource, sent, from) =>
      enter({ name: 'create', resource, body: sent, context: from }, ({ body, context }) => {
        const judge = async (): Promise<null> => {
          deps.createGuard(resource, context);
          return null;
        };
        return prepared.create({ resource, body, context, judge }, (store) =>
          run(context, async (scope) => show(await store(scope), resource, scope)),
        );
      }),
    createMany: (resource, all, from) =>
      enter(
        { name: 'createMany', resource, body: () => ({ all }), context: from },
        ({ body: sent, context }) => {
          const judge = async (): Promise<null> => {
            deps.createGuard(resource, context);
            return null;
          };
          // The gate answers the list of bodies that it was given.
          const bodies = sent().all as readonly JsonObject[];
          return prepared.createAll({ resource, bodies, context, judge }, (incoming) =>
            run(context, async (scope) => {
              await judge();
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

/** Loads the record that is about to be written, in the version that the caller expects. */
function createLoadExpected(
  items: ItemReader,
): (item: Expected, operation: 'update' | 'delete', scope: ReadScope) => Promise<StoredRecord> {
  return async ({ precondition, ...address }, operation, scope) => {
    const record = await items.load(address, operation, scope);
    assertMet(record, precondition);
    return record;
  };
}

/** Builds the answers of writes. */
function createResults(deps: OperationsDeps): Pick<ResourceOperations, 'show'> & {
  createAll(
    items: { readonly resource: RegisteredResource; readonly incoming: readonly IncomingBody[] },
    scope: WriteScope,
  ): Promise<readonly StoredRecord[]>;
} {
  /** The record to answer with when a rule names another one than the stored record. */
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
