import type {
  ItemOperation,
  ItemSelector,
  ItemVoter,
  QueryExtension,
  ReadScope,
  Purpose,
  ReadCollection,
  Representation,
  RepresentationExtension,
} from '../contract/operations.js';
import type { RequestContext } from '../contract/context.js';
import type { SqlParameters } from '../contract/database.js';
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
  readonly selectors: readonly ItemSelector[];
  readonly voters: readonly ItemVoter[];
  readonly queryExtensions: readonly QueryExtension[];
  readonly representationExtensions: readonly RepresentationExtension[];
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
  async function judge(
    record: StoredRecord | undefined,
    resource: RegisteredResource,
    operation: ItemOperation,
    scope: ReadScope,
  ): Promise<StoredRecord> {
    const voters = deps.voters.filter((voter) => voter.appliesTo(resource));
    if (record === undefined) {
      for (const voter of voters) voter.assertMayMiss?.(scope.context);
      throw notFound();
    }
    for (const voter of voters) await voter.assertGranted(record, operation, scope);
    return record;
  }

  return {
    async load(resource, key, operation, scope) {
      const found = await findAddressed(resource, key, operation, scope, deps);
      const record = await judge(found, resource, operation, scope);
      // After the voters: a search must not tell what is in a record that they refuse (contract decision 65).
      if (operation === 'read' && !(await matchesSearch(record, resource, scope, deps))) throw notFound();
      return record;
    },
    async represent(record, resource, purpose, scope) {
      const [representation] = await represent(
        [record],
        resource,
        purpose,
        { ...scope, readCollection: deps.readCollection },
        deps.representationExtensions,
      );
      if (representation === undefined) throw new InternalError('A record has no representation');
      return representation;
    },
  };
}

async function findAddressed(
  resource: RegisteredResource,
  key: string,
  operation: ItemOperation,
  scope: ReadScope,
  deps: ReadItemDeps,
): Promise<StoredRecord | undefined> {
  const { context, session } = scope;
  const conditions = visibilityConditions(resource, 'item', context, deps.queryExtensions);
  const { where, parameters } = allOf(conditions);
  const address = addressOf(resource, key, deps.reader.select(resource.name).expression, deps);
  if (address === undefined) return undefined;
  const text = `(${address.condition})\nand ${where}`;
  // A write keeps what it has judged and merged from changing under it.
  const lock = operation === 'read' || !isInTransaction(session) ? undefined : 'lock';
  const all = { ...address.parameters, ...parameters };
  const records = await deps.reader.findWhere(session, resource.name, text, all, lock);
  return choose(records, resource, { key, id: key.toLowerCase(), operation }, context, deps.selectors);
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

interface Address {
  readonly condition: string;
  readonly parameters: SqlParameters;
}

/** How a key is found: by the identifying or looked-up member, by id, or by both in one statement. */
function addressOf(
  resource: RegisteredResource,
  key: string,
  expression: (path: string) => string,
  { selectors }: ReadItemDeps,
): Address | undefined {
  const member = resource.identifier ?? resource.lookup;
  const byMember = member === undefined ? undefined : `${expression(member)} = :key`;
  if (!isUuid(key)) {
    return byMember === undefined ? undefined : { condition: byMember, parameters: { key } };
  }
  const selector = selectors.find((candidate) => candidate.appliesTo(resource));
  const byId = selector?.condition ?? 't.id = :id';
  const id = key.toLowerCase();
  if (byMember === undefined) return { condition: byId, parameters: { id } };
  return { condition: `${byMember} or ${byId}`, parameters: { key, id } };
}

function choose(
  records: readonly StoredRecord[],
  resource: RegisteredResource,
  asked: { readonly key: string; readonly id: string; readonly operation: ItemOperation },
  context: RequestContext,
  selectors: readonly ItemSelector[],
): StoredRecord | undefined {
  const selector = selectors.find((candidate) => candidate.appliesTo(resource));
  if (selector !== undefined) return selector.choose(records, asked, context);
  const member = resource.identifier ?? resource.lookup;
  // The member is tried first: a reference may look like an id.
  const named = member === undefined ? undefined : records.find(({ values }) => values[member] === asked.key);
  return named ?? records[0];
}
