import type { RequestContext } from './contract/context.js';
import type { Database, SqlSession } from './contract/database.js';
import type { JsonObject } from './contract/json.js';
import type {
  IncomingBody,
  Purpose,
  ReadCollection,
  ReadScope,
  Representation,
  RunCommand,
  StoredWrite,
  EnterUseCase,
  WriteScope,
} from './contract/operations.js';
import type { Reference, StoredRecord } from './contract/record.js';
import type { RegisteredResource } from './metadata/resource-registry.js';
import { isInTransaction } from './util/is-in-transaction.js';
import { asSent, createRecord, createRecords } from './writes/create-item.js';
import type { WriteDeps } from './writes/create-item.js';
import { updateRecord } from './writes/update-item.js';
import { represent } from './reads/representations.js';
import type { ItemReader } from './reads/read-item.js';
import type { ReferenceResolver } from './writes/reference-resolver.js';

/** Removes a loaded record and everything that must go with it, recording each change. */
export type RemoveRecord = (record: StoredRecord, scope: WriteScope) => Promise<void>;

/** Refuses creation for callers that the type, or a rule of the platform, does not let create. */
export type CreateGuard = (resource: RegisteredResource, context: RequestContext) => void;

/**
 * A parsed body, or the error that parsing it gave: a missing item or a refusal is reported before a bad body
 * (core.md section 16), though the body is read before the transaction opens.
 */
export type BodySource = () => JsonObject;

/** A body for the record of a key: merged into what is stored, or put in its place. */
export interface ItemUpdate {
  readonly kind: 'update' | 'replace';
  readonly resource: RegisteredResource;
  readonly key: string;
  readonly body: BodySource;
}

/** A body for a new record. */
export interface ItemCreate {
  readonly resource: RegisteredResource;
  readonly body: BodySource;
}

/** A body for a record that the caller finds, locks and judges by itself. */
export interface PreparedUpdate extends ItemUpdate {
  /** Asked outside a transaction for what is done ahead, and in the one that writes. */
  load(key: string, scope: ReadScope): Promise<StoredRecord>;
}

/** Stores a write inside a unit of work, as often as that is repeated. @throws AppError 400 or 422, with nothing written. */
export type StorePrepared = (scope: WriteScope) => Promise<StoredWrite>;

/** Runs one unit of work, with `store` in it; the context is the one to run it with. */
export type PreparedWork<Result> = (store: StorePrepared, context: RequestContext) => Promise<Result>;

/** The use cases of every resource, free of HTTP: endpoints, console and scaffold call these. */
export interface ResourceOperations {
  /** Where reads outside transactions run. */
  readonly session: SqlSession;
  readItem(resource: RegisteredResource, key: string, context: RequestContext): Promise<Representation>;
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
  remove(resource: RegisteredResource, key: string, context: RequestContext): Promise<void>;
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
    update(resource: RegisteredResource, key: string, context: RequestContext): Promise<string>;
  };
  /** The record that a write answers with. */
  show(stored: StoredWrite, resource: RegisteredResource, scope: WriteScope): Promise<Representation>;
  readonly run: RunCommand;
  /** For use cases beyond these, which have not passed the gate yet. */
  readonly enter: EnterUseCase;
  /** Records named by IRIs of a body. */
  readonly references: ReferenceResolver;
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
}

/** A write before its slow parts. */
interface Ahead {
  readonly resource: RegisteredResource;
  readonly key?: string | undefined;
  readonly body: BodySource;
  readonly context: RequestContext;
  /** Refuses who may not write; answers the record as it is stored, null for a new one. */
  judge(): Promise<StoredRecord | null>;
}

export function createResourceOperations(deps: OperationsDeps): ResourceOperations {
  const { database, enter, items, run, remove } = deps;

  /** What a write answers with: the record as it is stored, unless a rule names another. */
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
    return items.represent(record ?? stored.after, 'write', scope);
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

  async function lockFirst(
    { resource, key, body }: Pick<ItemUpdate, 'resource' | 'key' | 'body'>,
    scope: WriteScope,
  ): Promise<void> {
    for (const rule of deps.prepared(resource).rules)
      await rule.lockFirst?.(key, readable(body) ?? {}, scope);
  }

  /** What rules do before the transaction opens. */
  async function workAhead({ resource, body, context, judge }: Ahead): Promise<() => IncomingBody> {
    const rules = deps.prepared(resource).rules.filter(({ ahead }) => ahead !== undefined);
    if (rules.length === 0) return () => asSent(body());
    const before = await judge();
    let incoming = asSent(body());
    for (const rule of rules) incoming = (await rule.ahead?.({ before, incoming, context })) ?? incoming;
    return () => incoming;
  }

  /** Has the stage of a write set. Whoever may not write is refused before: nobody else may ask for slow work. */
  async function opened({
    body,
    ...ahead
  }: Ahead): Promise<{ readonly body: BodySource; close?(): Promise<void> }> {
    const { stage } = deps.prepared(ahead.resource);
    const sent = stage && readable(body);
    if (stage === undefined || sent === undefined) return { body };
    const staged = await stage.open({ ...ahead, bodies: [sent] });
    return { body: () => staged.bodies[0] ?? sent, close: () => staged.close() };
  }

  /** `judge` is asked before what is done ahead, and before the record is stored. */
  function prepareCreate<Result>(
    write: ItemCreate & { judge?(context: RequestContext): void },
    from: RequestContext,
    work: PreparedWork<Result>,
  ): Promise<Result> {
    const { resource } = write;
    return enter({ body: write.body, context: from }, async ({ body: sent, context }) => {
      const judge = async (): Promise<null> => {
        write.judge?.(context);
        return null;
      };
      const { body, close } = await opened({ resource, body: sent, context, judge });
      try {
        const incoming = await workAhead({ resource, body, context, judge });
        return await work(async (scope) => {
          await judge();
          return createRecord({ resource, incoming: incoming() }, scope, deps);
        }, context);
      } finally {
        await close?.();
      }
    });
  }

  function prepareUpdate<Result>(
    { kind, resource, load, ...write }: PreparedUpdate,
    from: RequestContext,
    work: PreparedWork<Result>,
  ): Promise<Result> {
    return enter({ ...write, context: from }, async ({ key, body: sent, context }) => {
      const judge = (): Promise<StoredRecord> => load(key, { session: database, context });
      const { body, close } = await opened({ resource, key, body: sent, context, judge });
      try {
        const incoming = await workAhead({ resource, body, context, judge });
        return await work(async (scope) => {
          await lockFirst({ resource, key, body: () => incoming().body }, scope);
          const loaded = await load(key, scope);
          return updateRecord({ kind, loaded, incoming: incoming() }, scope, deps);
        }, context);
      } finally {
        await close?.();
      }
    });
  }

  function readFor(purpose: 'item' | 'submission'): ResourceOperations['readItem'] {
    return (resource, address, from) =>
      enter({ key: address, isRead: true, context: from }, async ({ key, context }) => {
        const scope = { session: database, context };
        return items.represent(await items.load({ resource, key }, 'read', scope), purpose, scope);
      });
  }

  return {
    session: database,
    run,
    enter,
    show,
    references: deps.references,
    async represent(records, purpose, scope) {
      const [first] = records;
      if (first === undefined) return [];
      return represent(records, deps.prepared({ name: first.type }).extensions, {
        purpose,
        scope: { ...scope, readCollection: deps.readCollection },
      });
    },
    readCollection: (resource, scope) =>
      // A list that the answer to a write shows is of what that write leaves.
      isInTransaction(scope.session)
        ? deps.readCollection(resource, scope)
        : enter({ context: scope.context }, ({ context }) =>
            deps.readCollection(resource, { ...scope, context }),
          ),
    readItem: readFor('item'),
    readSubmitted: readFor('submission'),
    prepareCreate: ({ resource, body }, context, work) => prepareCreate({ resource, body }, context, work),
    prepareUpdate,
    create(resource, body, from) {
      const judge = (context: RequestContext): void => deps.createGuard(resource, context);
      return prepareCreate({ resource, body, judge }, from, (store, context) =>
        run(context, async (scope) => show(await store(scope), resource, scope)),
      );
    },
    createMany: (resource, all, from) =>
      enter({ body: () => ({ all }), context: from }, async ({ body: sent, context }) => {
        const judge = async (): Promise<null> => {
          deps.createGuard(resource, context);
          return null;
        };
        async function store(bodies: readonly JsonObject[]): Promise<readonly StoredRecord[]> {
          const incoming: IncomingBody[] = [];
          for (const body of bodies)
            incoming.push((await workAhead({ resource, body: () => body, context, judge }))());
          return run(context, async (scope) => {
            await judge();
            return createAll({ resource, incoming }, scope);
          });
        }
        // What the gate answers is the list that it was given, of bodies.
        const bodies = sent().all as readonly JsonObject[];
        const { stage } = deps.prepared(resource);
        if (stage === undefined) return await store(bodies);
        const staged = await stage.open({ resource, bodies, context, judge });
        try {
          return await store(staged.bodies);
        } finally {
          await staged.close();
        }
      }),
    // As `prepareUpdate` does, with fewer calls between a request and its statements.
    update: ({ kind, resource, ...write }, from) =>
      enter({ ...write, context: from }, async ({ key, body: sent, context }) => {
        const judge = (): Promise<StoredRecord> =>
          items.load({ resource, key }, 'update', { session: database, context });
        const { body, close } = await opened({ resource, key, body: sent, context, judge });
        try {
          const incoming = await workAhead({ resource, body, context, judge });
          return await run(context, async (scope) => {
            await lockFirst({ resource, key, body: () => incoming().body }, scope);
            const loaded = await items.load({ resource, key }, 'update', scope);
            const stored = await updateRecord({ kind, loaded, incoming: incoming() }, scope, deps);
            return show(stored, resource, scope);
          });
        } finally {
          await close?.();
        }
      }),
    remove: (resource, address, from) =>
      enter({ key: address, context: from }, ({ key, context }) =>
        run(context, async (scope) => remove(await items.load({ resource, key }, 'delete', scope), scope)),
      ),
    assertAllowed: {
      create: async (resource, context) => deps.createGuard(resource, context),
      update: (resource, address, from) =>
        enter({ key: address, context: from }, ({ key, context }) =>
          run(context, async (scope) => (await items.load({ resource, key }, 'update', scope)).id),
        ),
    },
  };
}

/** A body that can not be parsed is reported in its turn. */
function readable(body: BodySource): JsonObject | undefined {
  try {
    return body();
  } catch {
    return undefined;
  }
}
