import type { Prepared, PreparedResource } from '../prepared-resource.js';
import type {
  ItemOperation,
  ItemVoter,
  ReadScope,
  Purpose,
  ReadCollection,
  Representation,
  SqlCondition,
} from '../contract/records/operations.js';
import type { RequestContext } from '../contract/context.js';
import type { SqlParameters } from '../contract/database/database.js';
import type { StoredRecord } from '../contract/records/record.js';
import { notFound } from '../errors/catalog.js';
import { InternalError } from '../errors/internal-error.js';
import { unlessRefused } from '../errors/unless-refused.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { isInTransaction } from '../util/database/is-in-transaction.js';
import { isUuid } from '../util/is-uuid.js';
import type { RequestedPaths, AskPaths } from './requested-paths.js';
import { parametersOf, textsOf, visibilityConditions } from './conditions.js';
import type { DeclaredTo } from './declared-parameters.js';
import { represent } from './representations.js';
import { searchCondition } from './search.js';

export interface ReadItemDeps {
  readonly prepared: Prepared;
  readonly iris: IriConverter;
  readonly askPaths: AskPaths;
  readonly declaredTo: DeclaredTo;
  readonly readCollection: ReadCollection;
}

export interface ItemReader {
  /**
   * Loads the record that a key addresses for this caller, subject to visibility and voters.
   * @throws AppError 404 if there is none or it is hidden; 401/403 if a voter denies access.
   */
  load(address: ItemAddress, operation: ItemOperation, scope: ReadScope): Promise<StoredRecord>;
  /**
   * Loads the records of one type with these ids in no particular order, each as `load` would return it for
   * its own id. Hidden or denied records are omitted. One statement, whatever their number.
   */
  loadMany(resource: RegisteredResource, ids: readonly string[], scope: ReadScope): Promise<StoredRecord[]>;
  /** Returns a loaded record with everything that extensions compute for it. */
  represent(record: StoredRecord, purpose: Purpose, scope: ReadScope): Promise<Representation>;
}

/** Address of a record in a request: its type, and the IRI part after the type's path. */
export interface ItemAddress {
  readonly resource: RegisteredResource;
  readonly key: string;
}

/** Creates the item reader. Reads take at most three statements, whatever the number of types. */
export function createItemReader(deps: ReadItemDeps): ItemReader {
  return {
    async load({ resource, key }, operation, scope) {
      const prepared = deps.prepared(resource);
      const { record, answers } = await findAddressed(prepared, { key, operation }, scope);
      if (record === undefined) {
        for (const voter of prepared.voters)
          voter.assertMayMiss?.(scope.context, prepared.resource, operation);
        throw notFound();
      }
      await assertGranted(prepared, { record, answers }, { operation, scope });
      // The search runs after the voters, so that it cannot reveal the content of a denied record (contract
      // decision 65).
      const isSearched = operation === 'read' && isSearching(scope);
      if (isSearched && !(await matchesSearch(record, scope, deps))) throw notFound();
      return record;
    },
    loadMany: (resource, ids, scope) => findMany(deps.prepared(resource), ids, scope),
    async represent(record, purpose, scope) {
      const within = { ...scope, readCollection: deps.readCollection };
      const [shown] = await represent([record], deps.prepared({ name: record.type }).extensions, {
        purpose,
        scope: within,
      });
      if (shown === undefined) throw new InternalError('A record has no representation');
      if (purpose === 'item' && isSearching(scope)) tagSearched(shown, scope, deps);
      return shown;
    },
  };
}

interface Requested {
  readonly key: string;
  readonly operation: ItemOperation;
}

interface Found {
  readonly record: StoredRecord | undefined;
  /** Results of the voters' conditions for the record. */
  readonly answers: ReadonlyMap<ItemVoter, boolean>;
}

const NO_ANSWERS: Found['answers'] = new Map();

async function findAddressed(
  prepared: PreparedResource,
  { key, operation }: Requested,
  { context, session }: ReadScope,
): Promise<Found> {
  const { address, statements } = prepared;
  const id = key.toLowerCase();
  const condition = isUuid(key) ? address.byId : address.byMember;
  if (condition === undefined) return { record: undefined, answers: NO_ANSWERS };
  const visible = visibilityConditions(prepared, 'item', context);
  const conditions = [condition, ...textsOf(visible)];
  const byMember = address.byMember === undefined ? {} : { key };
  const parameters = { ...byMember, ...(isUuid(key) ? { id } : {}), ...parametersOf(visible) };
  const choice = { key, id, operation, context };
  // A write locks the record that it has authorized and merged.
  if (isInTransaction(session)) {
    const statement = statements.where(...conditions);
    const records = await (operation === 'read' ? statement.all : statement.allLocked)(session, parameters);
    return { record: choose(prepared, records, choice), answers: NO_ANSWERS };
  }
  const evaluated = await evaluate(prepared, { conditions, parameters }, { context, session });
  const record = choose(
    prepared,
    evaluated.map((found) => found.record),
    choice,
  );
  return evaluated.find((found) => found.record === record) ?? { record, answers: NO_ANSWERS };
}

interface Evaluated extends Found {
  readonly record: StoredRecord;
}

/**
 * Returns the records that meet the conditions, with the results of the voters' conditions for each; one
 * statement.
 */
async function evaluate(
  { statementsFor, voters }: PreparedResource,
  { conditions, parameters }: { readonly conditions: readonly string[]; readonly parameters: SqlParameters },
  { context, session }: ReadScope,
): Promise<readonly Evaluated[]> {
  const questions = voters.flatMap((voter) => {
    const requested = voter.condition?.(context);
    return requested === undefined ? [] : [{ voter, requested }];
  });
  const requested = questions.map((question) => question.requested);
  const evaluated = await statementsFor(context.actor)
    .evaluated(conditions, textsOf(requested))
    .read(session, { ...parameters, ...parametersOf(requested) });
  return evaluated.map(({ record, isMet }) => ({
    record,
    answers:
      questions.length === 0
        ? NO_ANSWERS
        : new Map(questions.map(({ voter }, index) => [voter, isMet[index] === true])),
  }));
}

async function findMany(
  prepared: PreparedResource,
  ids: readonly string[],
  scope: ReadScope,
): Promise<StoredRecord[]> {
  const { context, session } = scope;
  const visible = visibilityConditions(prepared, 'item', context);
  const conditions = [session.dialect.anyOf('t.id', 'ids', 'uuid'), ...textsOf(visible)];
  const evaluated = await evaluate(
    prepared,
    { conditions, parameters: { ids, ...parametersOf(visible) } },
    scope,
  );
  const granted: StoredRecord[] = [];
  for (const { record, answers } of evaluated) {
    const requested = { key: record.id, id: record.id, operation: 'read' as const, context };
    if (choose(prepared, [record], requested) === undefined) continue;
    if (prepared.voters.length === 0) {
      granted.push(record);
      continue;
    }
    const one = await unlessRefused(async () => {
      await assertGranted(prepared, { record, answers }, { operation: 'read', scope });
      return record;
    });
    if (one !== undefined) granted.push(one);
  }
  return granted;
}

/** Lets every voter authorize the record. @throws AppError 401/403, or 404 if a voter hides it. */
async function assertGranted(
  { voters }: PreparedResource,
  { record, answers }: Evaluated,
  { operation, scope }: { readonly operation: ItemOperation; readonly scope: ReadScope },
): Promise<void> {
  for (const voter of voters)
    await voter.assertGranted(record, operation, { ...scope, isMet: answers.get(voter) });
}

/** Most requests for a record have no search. */
const isSearching = ({ context }: ReadScope): boolean => context.requested.list.search !== undefined;

/** Returns whether the shown record, possibly the draft, matches the requested search. */
async function matchesSearch(
  { id, type }: StoredRecord,
  scope: ReadScope,
  deps: ReadItemDeps,
): Promise<boolean> {
  const { condition, paths } = searchIn(type, scope, deps);
  if (condition === undefined) return true;
  const { statements } = deps.prepared({ name: type });
  const parameters = { id, ...condition.parameters, ...paths.parameters() };
  return (await statements.where('t.id = :id', condition.sql).all(scope.session, parameters)).length > 0;
}

/** Adds cache tags for the records behind dotted search paths, because the match depends on them. */
function tagSearched({ record, tags }: Representation, scope: ReadScope, deps: ReadItemDeps): void {
  const { condition, paths } = searchIn(record.type, scope, deps);
  if (condition !== undefined) for (const type of paths.targets()) tags.add(deps.iris.collection(type));
}

interface ItemSearch {
  readonly condition: SqlCondition | undefined;
  readonly paths: RequestedPaths;
}

function searchIn(
  type: string,
  scope: ReadScope,
  { prepared, askPaths, declaredTo }: ReadItemDeps,
): ItemSearch {
  const { context, session } = scope;
  const { resource } = prepared({ name: type });
  const paths = askPaths(resource, scope);
  const requested = { list: context.requested.list, dialect: session.dialect };
  return { condition: searchCondition(declaredTo(resource, context.actor), paths, requested), paths };
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
  // The identifying field is tried first, because a reference may look like an id.
  const named = member === undefined ? undefined : records.find(({ values }) => values[member] === key);
  return named ?? records[0];
}
