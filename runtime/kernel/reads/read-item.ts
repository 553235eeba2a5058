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
import type { RecordReader } from '../records/record-reader.js';
import { isInTransaction } from '../util/is-in-transaction.js';
import { isUuid } from '../util/is-uuid.js';
import type { AskPaths } from './asked-paths.js';
import { allOf, visibilityConditions } from './conditions.js';
import type { DeclaredTo } from './declared-parameters.js';
import { represent } from './representations.js';
import { searchCondition } from './search.js';

export interface ReadItemDeps {
  readonly reader: RecordReader;
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
  load(
    resource: RegisteredResource,
    key: string,
    operation: ItemOperation,
    scope: ReadScope,
  ): Promise<StoredRecord>;
  /** A loaded record with everything extensions compute for it. */
  represent(
    record: StoredRecord,
    resource: RegisteredResource,
    purpose: Purpose,
    scope: ReadScope,
  ): Promise<Representation>;
}

/** Item reads: at most three statements, whatever the number of types. */
export function createItemReader(deps: ReadItemDeps): ItemReader {
  return {
    async load(resource, key, operation, scope) {
      const prepared = deps.prepared(resource);
      const record = await findAddressed(prepared, { key, operation, scope }, deps.reader);
      if (record === undefined) {
        for (const voter of prepared.voters) voter.assertMayMiss?.(scope.context);
        throw notFound();
      }
      for (const voter of prepared.voters) await voter.assertGranted(record, operation, scope);
      // After the voters: a search must not tell what is in a record that they refuse (contract decision 65).
      if (operation === 'read' && !(await matchesSearch(record, resource, scope, deps))) throw notFound();
      return record;
    },
    async represent(record, resource, purpose, scope) {
      const within = { ...scope, readCollection: deps.readCollection };
      const [shown] = await represent([record], deps.prepared(resource).extensions, {
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
  readonly scope: ReadScope;
}

async function findAddressed(
  prepared: PreparedResource,
  { key, operation, scope }: Asked,
  reader: RecordReader,
): Promise<StoredRecord | undefined> {
  const { context, session } = scope;
  const { resource, address } = prepared;
  const id = key.toLowerCase();
  const condition = isUuid(key) ? address.byId : address.byMember;
  if (condition === undefined) return undefined;
  const { where, parameters } = allOf(visibilityConditions(prepared, 'item', context));
  // A write keeps what it has judged and merged from changing under it.
  const lock = operation === 'read' || !isInTransaction(session) ? undefined : 'lock';
  const byMember = address.byMember === undefined ? {} : { key };
  const all = { ...byMember, ...(isUuid(key) ? { id } : {}), ...parameters };
  const records = await reader.findWhere(session, resource.name, `${condition}\nand ${where}`, all, lock);
  return choose(prepared, records, { key, id, operation, context });
}

/** Whether a record is what the request searches for: the one that is shown, which of a pair may be the draft. */
async function matchesSearch(
  { id }: StoredRecord,
  resource: RegisteredResource,
  scope: ReadScope,
  { reader, askPaths, declaredTo }: ReadItemDeps,
): Promise<boolean> {
  const { context, session } = scope;
  const paths = askPaths(resource, scope);
  const asked = { list: context.asked.list, dialect: session.dialect };
  const searched = searchCondition(declaredTo(resource, context.actor), paths, asked);
  if (searched === undefined) return true;
  const { where, parameters } = allOf([searched]);
  const text = `t.id = :id and ${where}`;
  const all = { id, ...parameters, ...paths.parameters() };
  return (await reader.findWhere(session, resource.name, text, all)).length > 0;
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
