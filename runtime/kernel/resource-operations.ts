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
import { asSent, createRecord } from './writes/create-item.js';
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

/** The use cases of every resource, free of HTTP: endpoints, console and scaffold call these. */
export interface ResourceOperations {
  /** Where reads outside transactions run. */
  readonly session: SqlSession;
  readItem(resource: RegisteredResource, key: string, context: RequestContext): Promise<Representation>;
  readonly readCollection: ReadCollection;
  create(resource: RegisteredResource, body: BodySource, context: RequestContext): Promise<Representation>;
  update(write: ItemUpdate, context: RequestContext): Promise<Representation>;
  remove(resource: RegisteredResource, key: string, context: RequestContext): Promise<void>;
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

interface WriteAddress {
  readonly operation: 'update' | 'delete';
  readonly resource: RegisteredResource;
  readonly key: string;
  /** Of an update. */
  readonly body?: BodySource;
  readonly context: RequestContext;
}

export function createResourceOperations(deps: OperationsDeps): ResourceOperations {
  const { database, enter, items, run, remove } = deps;

  async function show(
    stored: StoredWrite,
    resource: RegisteredResource,
    scope: WriteScope,
  ): Promise<Representation> {
    let shown: Reference | undefined;
    for (const rule of deps.prepared(resource).rules) shown = (await rule.result?.(stored, scope)) ?? shown;
    const record = shown && (await deps.reader.find(scope.session, shown));
    return items.represent(record ?? stored.after, 'write', scope);
  }

  async function lockFirst({ resource, key, body }: WriteAddress, scope: WriteScope): Promise<void> {
    if (body === undefined) return;
    for (const rule of deps.prepared(resource).rules) await rule.lockFirst?.(key, readable(body), scope);
  }

  function writeTo<Result>(
    address: WriteAddress,
    work: (record: StoredRecord, scope: WriteScope) => Promise<Result>,
  ): Promise<Result> {
    return run(address.context, async (scope) => {
      await lockFirst(address, scope);
      return work(await items.load(address, address.operation, scope), scope);
    });
  }

  /** The slow parts of a write. Whoever may not write is refused before: nobody else may ask for that work. */
  async function workAhead(
    resource: RegisteredResource,
    body: BodySource,
    { judge, context }: { judge: () => Promise<StoredRecord | null>; context: RequestContext },
  ): Promise<() => IncomingBody> {
    const rules = deps.prepared(resource).rules.filter(({ ahead }) => ahead !== undefined);
    if (rules.length === 0) return () => asSent(body());
    const before = await judge();
    let incoming = asSent(body());
    for (const rule of rules) incoming = (await rule.ahead?.({ before, incoming, context })) ?? incoming;
    return () => incoming;
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
    readItem: (resource, address, from) =>
      enter({ key: address, context: from }, async ({ key, context }) => {
        const scope = { session: database, context };
        const record = await items.load({ resource, key }, 'read', scope);
        return items.represent(record, 'item', scope);
      }),
    create: (resource, source, from) =>
      enter({ body: source, context: from }, async ({ body, context }) => {
        const judge = async (): Promise<null> => {
          deps.createGuard(resource, context);
          return null;
        };
        const incoming = await workAhead(resource, body, { judge, context });
        return run(context, async (scope) => {
          deps.createGuard(resource, context);
          return show(await createRecord({ resource, incoming: incoming() }, scope, deps), resource, scope);
        });
      }),
    update: (write, from) =>
      enter({ ...write, context: from }, async ({ kind, resource, key, body, context }) => {
        const judge = (): Promise<StoredRecord> =>
          items.load({ resource, key }, 'update', { session: database, context });
        const incoming = await workAhead(resource, body, { judge, context });
        const address = { operation: 'update', resource, key, body: () => incoming().body, context } as const;
        return writeTo(address, async (record, scope) =>
          show(
            await updateRecord({ kind, loaded: record, incoming: incoming() }, scope, deps),
            resource,
            scope,
          ),
        );
      }),
    remove: (resource, address, from) =>
      enter({ key: address, context: from }, ({ key, context }) =>
        writeTo({ operation: 'delete', resource, key, context }, remove),
      ),
    assertAllowed: {
      create: async (resource, context) => deps.createGuard(resource, context),
      update: (resource, address, from) =>
        enter({ key: address, context: from }, ({ key, context }) =>
          writeTo({ operation: 'update', resource, key, context }, async ({ id }) => id),
        ),
    },
  };
}

/** A body that can not be parsed is reported in its turn. */
function readable(body: BodySource): JsonObject {
  try {
    return body();
  } catch {
    return {};
  }
}
