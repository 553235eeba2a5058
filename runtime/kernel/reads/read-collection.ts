import type { AskedParameters } from '../contract/asked.js';
import type { RequestContext } from '../contract/context.js';
import type {
  DeclaredParameters,
  PageRequest,
  ReadCollection,
  ReadScope,
  SqlCondition,
} from '../contract/operations.js';
import type { OrderDescriptor, PaginationDescriptor } from '../contract/resource.js';
import { VIOLATION_CODES } from '../contract/violation-codes.js';
import { badRequest, validationFailed } from '../errors/catalog.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { Prepared } from '../prepared-resource.js';
import { type OrderTerm, windowOf } from '../records/list-sql.js';
import type { ListedRows, RecordStatements } from '../records/record-statements.js';
import { mapParameter, scalarParameter } from './asked-parameter.js';
import type { AskedPaths, AskPaths } from './asked-paths.js';
import { textsOf, visibilityConditions } from './conditions.js';
import { countParametersOf, countShape } from './count-rows.js';
import type { DeclaredTo } from './declared-parameters.js';
import { filterConditions } from './filters.js';
import { represent } from './representations.js';
import { searchCondition } from './search.js';

const LARGEST_PAGE = 1_000_000_000;

export interface ReadCollectionDeps {
  readonly prepared: Prepared;
  readonly sizeParameter: string;
  readonly askPaths: AskPaths;
  readonly declaredTo: DeclaredTo;
  /** @throws AppError 401/403 when the caller may not list the type at all. */
  readonly assertListable: (resource: RegisteredResource, context: RequestContext) => void;
}

/** One page of a collection as the caller may see it: the rows with their count, and what extensions need (at most four statements). */
export function createReadCollection(deps: ReadCollectionDeps): ReadCollection {
  const readCollection: ReadCollection = async (asked, scope) => {
    const { resource, extensions } = deps.prepared(asked);
    deps.assertListable(resource, scope.context);
    const question = readQuestion(resource, scope, deps);
    const { declared, page } = question;
    const { records, counted } = await readRows(question, scope);
    const within = { ...scope, readCollection };
    const members = await represent(records, extensions, { purpose: 'collection', scope: within });
    return {
      resource,
      declared,
      members,
      page,
      totalItems: counted.total,
      expiresAt: counted.next,
      useless: question.useless,
      dependsOn: [...question.narrowing.targets(), ...question.ordering.targets()],
    };
  };
  return readCollection;
}

/** A request for a list in SQL. */
interface Question {
  readonly statements: RecordStatements;
  readonly declared: DeclaredParameters;
  readonly page: PageRequest;
  readonly conditions: readonly SqlCondition[];
  readonly order: readonly OrderTerm[];
  /** Members that narrow the list, and those that order it. */
  readonly narrowing: AskedPaths;
  readonly ordering: AskedPaths;
  readonly useless: readonly string[];
}

function readQuestion(
  resource: RegisteredResource,
  scope: ReadScope,
  { askPaths, declaredTo, prepared, sizeParameter }: ReadCollectionDeps,
): Question {
  const { context, session } = scope;
  const { dialect } = session;
  const { list } = context.asked;
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
  const { useless } = filters;
  return { statements: own.statements, declared, page, conditions, order, narrowing, ordering, useless };
}

async function readRows(
  { statements, page, conditions, order, narrowing, ordering }: Question,
  { session }: ReadScope,
): Promise<ListedRows> {
  const count = countShape(conditions, [...narrowing.moments(), ...ordering.moments()]);
  const asked = { ...countParametersOf(conditions), ...narrowing.parameters(), ...ordering.parameters() };
  if (page.enabled && page.perPage === 0)
    return { records: [], counted: await statements.count(count).read(session, asked) };
  const texts = textsOf(conditions);
  if (!page.enabled)
    return await statements.list({ conditions: texts, order, window: undefined, count }).read(session, asked);
  const offset = (page.page - 1) * page.perPage;
  const list = statements.list({ conditions: texts, order, window: windowOf(offset, page.perPage), count });
  return await list.read(session, { ...asked, limit: page.perPage, offset });
}

/**
 * Reads `page`, the page-size parameter and `pagination` (components.md section 7.3).
 * @throws AppError 400 for a page below 1, a negative size, or page 2 of nothing.
 */
function readPage(
  list: AskedParameters,
  pagination: PaginationDescriptor,
  sizeParameter: string,
): PageRequest {
  if (!pagination.enabled || (pagination.clientEnabled && scalarParameter(list, 'pagination') === 'false')) {
    return { enabled: false };
  }
  const page = readInteger(scalarParameter(list, 'page')) ?? 1;
  if (page < 1) throw badRequest('Page should not be less than 1');
  const asked = pagination.clientItemsPerPage ? readInteger(scalarParameter(list, sizeParameter)) : undefined;
  const perPage = Math.min(asked ?? pagination.itemsPerPage, pagination.maximumItemsPerPage);
  if (perPage < 0) throw badRequest('Limit should not be less than 0');
  if (perPage === 0 && page > 1) throw badRequest('Page should not be greater than 1 if limit is equal to 0');
  return { enabled: true, page, perPage };
}

/** Text that is no integer counts as absent; numbers beyond any real page are cut. */
function readInteger(text: string | undefined): number | undefined {
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return undefined;
  return Math.max(-1, Math.min(Number(text), LARGEST_PAGE));
}

/**
 * Builds the order of a collection: that of the request, or the default. @throws AppError 422 for a direction that is
 * neither `asc` nor `desc` (core.md section 12).
 */
function orderTerms(
  { baseTable }: RegisteredResource,
  { declared, paths }: { readonly declared: DeclaredParameters; readonly paths: AskedPaths },
  list: AskedParameters,
): readonly OrderTerm[] {
  const asked = readOrder(declared, list);
  const order = asked.length > 0 ? asked : declared.order;
  // The newest first, unless something is declared.
  if (order.length === 0)
    return baseTable === null ? [] : [{ sql: 'b.created_at', direction: 'desc', mayBeNull: false }];
  return order.map(({ field, direction }) => ({
    sql: paths.expression(field),
    direction,
    mayBeNull: paths.mayBeNull(field),
  }));
}

function readOrder({ orderFields }: DeclaredParameters, list: AskedParameters): OrderDescriptor[] {
  return mapParameter(list, 'order').flatMap(([field, value]): OrderDescriptor[] => {
    const direction = typeof value === 'string' ? value.toLowerCase() : '';
    if (direction !== 'asc' && direction !== 'desc') {
      const message = 'The value you selected is not a valid choice.';
      throw validationFailed([{ propertyPath: `order[${field}]`, message, code: VIOLATION_CODES.choice }]);
    }
    return orderFields.includes(field) ? [{ field, direction }] : [];
  });
}
