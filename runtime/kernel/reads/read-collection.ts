import type { Prepared } from '../prepared-resource.js';
import type {
  DeclaredParameters,
  PageRequest,
  ReadCollection,
  ReadScope,
  SqlCondition,
} from '../contract/records/operations.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { type OrderTerm, windowOf } from '../records/list-sql.js';
import type { ListedRows, RecordStatements } from '../records/record-statements.js';
import type { RememberedCounts } from '../records/remembered-counts.js';
import type { RequestedPaths, AskPaths } from './requested-paths.js';
import { earliest } from '../util/dates/earliest.js';
import { isInTransaction } from '../util/database/is-in-transaction.js';
import { textsOf, visibilityConditions } from './conditions.js';
import { countParametersOf, countShape } from './count-rows.js';
import type { DeclaredTo } from './declared-parameters.js';
import { filterConditions } from './filters.js';
import { orderTerms } from './order.js';
import { readPage } from './pagination.js';
import { represent } from './representations.js';
import { searchCondition } from './search.js';

export interface ReadCollectionDeps {
  readonly prepared: Prepared;
  readonly sizeParameter: string;
  readonly askPaths: AskPaths;
  readonly declaredTo: DeclaredTo;
  readonly counts: RememberedCounts;
}

/**
 * Reads one page of a collection as visible to the caller: rows, count and extension data, with at most four
 * statements. The count is reused from an earlier read if nothing can have changed it since.
 */
export function createReadCollection(deps: ReadCollectionDeps): ReadCollection {
  const readCollection: ReadCollection = async (requested, scope) => {
    const { resource, extensions, voters } = deps.prepared(requested);
    for (const voter of voters) voter.assertMayList?.(resource, scope.context);
    const question = readQuestion(resource, scope, deps);
    const { declared, page } = question;
    const { records, counted } = await readRows(question, scope, deps.counts);
    const within = { ...scope, readCollection };
    const members = await represent(records, extensions, { purpose: 'collection', scope: within });
    return {
      resource,
      declared,
      members,
      page,
      totalItems: counted.total,
      expiresAt: earliest(question.changesAt, counted.next),
      useless: question.useless,
      dependsOn: [...question.narrowing.targets(), ...question.ordering.targets()],
    };
  };
  return readCollection;
}

/** A list request in SQL terms. */
interface Question {
  readonly resource: RegisteredResource;
  readonly statements: RecordStatements;
  readonly declared: DeclaredParameters;
  readonly page: PageRequest;
  readonly conditions: readonly SqlCondition[];
  readonly order: readonly OrderTerm[];
  /** Fields that filter the list, and fields that order it. */
  readonly narrowing: RequestedPaths;
  readonly ordering: RequestedPaths;
  readonly useless: readonly string[];
  /** Next time at which `now` or `today` in a filter refers to another date. */
  readonly changesAt: Date | undefined;
}

function readQuestion(
  resource: RegisteredResource,
  scope: ReadScope,
  { askPaths, declaredTo, prepared, sizeParameter }: ReadCollectionDeps,
): Question {
  const { context, session } = scope;
  const { dialect } = session;
  const { list } = context.requested;
  const own = prepared(resource);
  const page = readPage(list, resource.pagination, sizeParameter);
  const declared = declaredTo(resource, context.actor);
  const [narrowing, ordering] = [askPaths(resource, scope), askPaths(resource, scope)];
  const order = orderTerms(resource, { declared, paths: ordering }, list);
  const search = searchCondition(declared, narrowing, { list, dialect });
  const filters = filterConditions(declared, narrowing, { list, dialect, now: context.now });
  const conditions = [
    ...visibilityConditions(own, 'collection', context),
    ...(search === undefined ? [] : [search]),
    ...filters.conditions,
  ];
  const { useless, changesAt } = filters;
  return {
    resource,
    statements: isInTransaction(session) ? own.statements : own.statementsFor(context.actor),
    declared,
    page,
    conditions,
    order,
    narrowing,
    ordering,
    useless,
    changesAt,
  };
}

async function readRows(
  { resource, statements, page, conditions, order, narrowing, ordering }: Question,
  { session, context }: ReadScope,
  counts: RememberedCounts,
): Promise<ListedRows> {
  const count = countShape(conditions, [...narrowing.moments(), ...ordering.moments()]);
  const requested = { ...countParametersOf(conditions), ...narrowing.parameters(), ...ordering.parameters() };
  const counting = statements.count(count);
  // Counts are not reusable for volatile types, whose changes are unannounced. Nor are they on a replica,
  // which may lag, or in a unit of work, which sees uncommitted rows.
  const isNotified = !resource.isVolatile && context.replica === undefined && context.partOf === undefined;
  const before = isNotified ? counts.of(counting, requested, { session, now: context.now }) : undefined;
  if (page.enabled && page.perPage === 0) {
    const counted = before?.known ?? (await counting.read(session, requested));
    before?.keep(counted);
    return { records: [], counted };
  }
  const offset = page.enabled ? (page.page - 1) * page.perPage : 0;
  const window = page.enabled ? windowOf(offset, page.perPage) : undefined;
  const parameters = page.enabled ? { ...requested, limit: page.perPage, offset } : requested;
  const shape = { conditions: textsOf(conditions), order, window };
  if (before?.known !== undefined)
    return { records: await statements.page(shape).read(session, parameters), counted: before.known };
  const listed = await statements.list({ ...shape, count }).read(session, parameters);
  before?.keep(listed.counted);
  return listed;
}
