import type { RequestContext } from './contract/context.js';
import type { SqlSession } from './contract/database/database.js';
import type { Purpose, ReadCollection, ReadScope, Representation } from './contract/records/operations.js';
import type { NameAuthor } from './contract/records/writes.js';
import type { RunCommand, EnterUseCase } from './contract/records/use-cases.js';
import type { StoredRecord } from './contract/records/record.js';
import type { RegisteredResource } from './metadata/resource-registry.js';
import { isInTransaction } from './util/database/is-in-transaction.js';
import { sessionFor } from './observation/origin.js';
import { represent } from './reads/representations.js';
import { readVersion } from './records/record-versions.js';
import type { FindRefused } from './writes/refused-states.js';
import type { ReferenceResolver } from './writes/reference-resolver.js';
import {
  createWriteOperations,
  type WriteOperationDeps,
  type WriteOperations,
} from './writes/write-operations.js';

/** Deletes a loaded record with its dependents and records each change. */
export type RemoveRecord = WriteOperationDeps['remove'];

/** Use cases of every resource, independent of HTTP. Endpoints, console commands and scaffolds call them. */
export interface ResourceOperations extends WriteOperations {
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
  /** Returns author and time of a record's current version, as far as the caller may see them. */
  readonly describeVersion: DescribeVersion;
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

export interface OperationsDeps extends WriteOperationDeps {
  readonly readCollection: ReadCollection;
  readonly nameAuthor: NameAuthor | undefined;
  readonly findRefused: FindRefused;
}

export function createResourceOperations(deps: OperationsDeps): ResourceOperations {
  const { database, enter, items, run, references, findRefused } = deps;

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
    ...createWriteOperations(deps),
    describeVersion: createDescribeVersion(deps),
  };
}

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
