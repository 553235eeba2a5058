import type { Prepared, PreparedResource } from '../prepared-resource.js';
import type {
  ItemOperation,
  ReadScope,
  Purpose,
  ReadCollection,
  Representation,
} from '../contract/operations.js';
import type { RequestContext } from '../contract/context.js';
import type { StoredRecord } from '../contract/record.js';
import { notFound } from '../errors/catalog.js';
import { InternalError } from '../errors/internal-error.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { isInTransaction } from '../util/is-in-transaction.js';
import { isUuid } from '../util/is-uuid.js';
import type { AskPaths } from './asked-paths.js';
import { parametersOf, textsOf, visibilityConditions } from './conditions.js';
import type { DeclaredTo } from './declared-parameters.js';
import { represent } from './representations.js';
import { searchCondition } from './search.js';

export interface ReadItemDeps {
  readonly prepared: Prepared;
  readonly askPaths: AskPaths;
  readonly declaredTo: DeclaredTo;
  readonly readCollection: ReadCollection;
}

export interface ItemReader {
  /**
   * The record that a key addresses for this caller, after visibility and voters.
   * @throws AppError 404 when there is none or it is hidden; 401/403 when a voter refuses.
   */
  load(address: ItemAddress, operation: ItemOperation, scope: ReadScope): Promise<StoredRecord>;
  /** A loaded record with everything extensions compute for it. */
  represent(record: StoredRecord, purpose: Purpose, scope: ReadScope): Promise<Representation>;
}

/** What a request names a record by: its type, and what follows the path of that type in an IRI. */
export interface ItemAddress {
  readonly resource: RegisteredResource;
  readonly key: string;
}

/** Item reads: at most three statements, whatever the number of types. */
export function createItemReader(deps: ReadItemDeps): ItemReader {
  return {
    async load({ resource, key }, operation, scope) {
      const prepared = deps.prepared(resource);
      const record = await findAddressed(prepared, { key, operation }, scope);
      if (record === undefined) {
        for (const voter of prepared.voters) voter.assertMayMiss?.(scope.context);
        throw notFound();
      }
      for (const voter of prepared.voters) await voter.assertGranted(record, operation, scope);
      // After the voters: a search must not tell what is in a record that they refuse (contract decision 65).
      if (operation === 'read' && !(await matchesSearch(record, scope, deps))) throw notFound();
      return record;
    },
    async represent(record, purpose, scope) {
      const within = { ...scope, readCollection: deps.readCollection };
      const [shown] = await represent([record], deps.prepared({ name: record.type }).extensions, {
        purpose,
        scope: within,
      });
      if (shown === undefined) throw new InternalError('A record has no representation');
      return shown;
    },
  };
}

interface Asked {
  readonly key: string;
  readonly operation: ItemOperation;
}

async function findAddressed(
  prepared: PreparedResource,
  { key, operation }: Asked,
  { context, session }: ReadScope,
): Promise<StoredRecord | undefined> {
  const { address, statements } = prepared;
  const id = key.toLowerCase();
  const condition = isUuid(key) ? address.byId : address.byMember;
  if (condition === undefined) return undefined;
  const visible = visibilityConditions(prepared, 'item', context);
  const statement = statements.where(condition, ...textsOf(visible));
  const byMember = address.byMember === undefined ? {} : { key };
  const parameters = { ...byMember, ...(isUuid(key) ? { id } : {}), ...parametersOf(visible) };
  // A write keeps what it has judged and merged from changing under it.
  const isKept = operation !== 'read' && isInTransaction(session);
  const records = await (isKept
    ? statement.allLocked(session, parameters)
    : statement.all(session, parameters));
  return choose(prepared, records, { key, id, operation, context });
}

/** Whether a record is what the request searches for: the one that is shown, which of a pair may be the draft. */
async function matchesSearch(
  { id, type }: StoredRecord,
  scope: ReadScope,
  { prepared, askPaths, declaredTo }: ReadItemDeps,
): Promise<boolean> {
  const { context, session } = scope;
  const { resource, statements } = prepared({ name: type });
  const paths = askPaths(resource, scope);
  const asked = { list: context.asked.list, dialect: session.dialect };
  const searched = searchCondition(declaredTo(resource, context.actor), paths, asked);
  if (searched === undefined) return true;
  const parameters = { id, ...searched.parameters, ...paths.parameters() };
  return (await statements.where('t.id = :id', searched.sql).all(session, parameters)).length > 0;
}

interface Choice {
  readonly key: string;
  readonly id: string;
  readonly operation: ItemOperation;
  readonly context: RequestContext;
}

function choose(
  { resource, selector }: PreparedResource,
  records: readonly StoredRecord[],
  { key, id, operation, context }: Choice,
): StoredRecord | undefined {
  if (selector !== undefined) return selector.choose(records, { id, operation }, context);
  const member = resource.identifier ?? resource.lookup;
  // The member is tried first: a reference may look like an id.
  const named = member === undefined ? undefined : records.find(({ values }) => values[member] === key);
  return named ?? records[0];
}
