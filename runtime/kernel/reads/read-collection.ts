import type { Prepared } from '../prepared-resource.js';
import type {
  DeclaredParameters,
  PageRequest,
  ReadCollection,
  ReadScope,
  SqlCondition,
} from '../contract/operations.js';
import type { RequestContext } from '../contract/context.js';
import type { SqlParameters } from '../contract/database.js';
import type { StoredRecord } from '../contract/record.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { CountedRows, RecordStatements } from '../records/record-statements.js';
import type { AskedPaths, AskPaths } from './asked-paths.js';
import { parametersOf, textsOf, visibilityConditions } from './conditions.js';
import { countRows } from './count-rows.js';
import type { DeclaredTo } from './declared-parameters.js';
import { filterConditions } from './filters.js';
import { orderClause } from './order.js';
import { readPage } from './pagination.js';
import { represent } from './representations.js';
import { searchCondition } from './search.js';

export interface ReadCollectionDeps {
  readonly prepared: Prepared;
  readonly sizeParameter: string;
  readonly askPaths: AskPaths;
  readonly declaredTo: DeclaredTo;
  /** @throws AppError 401/403 when the caller may not list the type at all. */
  readonly assertListable: (resource: RegisteredResource, context: RequestContext) => void;
}

/** One page of a collection as the caller may see it: a count, the rows, and what extensions need (at most four statements). */
export function createReadCollection(deps: ReadCollectionDeps): ReadCollection {
  const readCollection: ReadCollection = async (asked, scope) => {
    const { resource, extensions } = deps.prepared(asked);
    deps.assertListable(resource, scope.context);
    const question = readQuestion(resource, scope, deps);
    const { declared, page } = question;
    const { total, next: expiresAt } = await count(question, scope);
    if (page.enabled && (page.perPage === 0 || total <= (page.page - 1) * page.perPage)) {
      return { resource, declared, members: [], totalItems: total, page, expiresAt };
    }
    const records = await readRows(question, scope);
    const within = { ...scope, readCollection };
    const members = await represent(records, extensions, {
      purpose: 'collection',
      scope: within,
    });
    return { resource, declared, members, totalItems: total, page, expiresAt };
  };
  return readCollection;
}

/** A request for a list in SQL. */
interface Question {
  readonly statements: RecordStatements;
  readonly declared: DeclaredParameters;
  readonly page: PageRequest;
  readonly conditions: readonly SqlCondition[];
  readonly order: string;
  /** Members that narrow the list, and those that order it. */
  readonly narrowing: AskedPaths;
  readonly ordering: AskedPaths;
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
  const order = orderClause(resource, { declared, paths: ordering }, list);
  const search = searchCondition(declared, narrowing, { list, dialect });
  const conditions = [
    ...visibilityConditions(own, 'collection', context),
    ...(search === undefined ? [] : [search]),
    ...filterConditions(declared, narrowing, { list, dialect, now: context.now }),
  ];
  return { statements: own.statements, declared, page, conditions, order, narrowing, ordering };
}

function count(
  { statements, conditions, narrowing, ordering }: Question,
  scope: ReadScope,
): Promise<CountedRows> {
  const moments = [...narrowing.moments(), ...ordering.moments()];
  const parameters = { ...namedIn(moments, ordering.parameters()), ...narrowing.parameters() };
  return countRows({ statements, conditions, parameters, moments }, scope);
}

/** Of the parameters those that some texts name: a statement takes no others. */
function namedIn(texts: readonly string[], parameters: SqlParameters): SqlParameters {
  const names = new Set(texts.flatMap((text) => text.match(/:[A-Za-z_]\w*/g) ?? []));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.has(`:${name}`)));
}

function readRows(
  { statements, page, conditions, order, narrowing, ordering }: Question,
  { session }: ReadScope,
): Promise<readonly StoredRecord[]> {
  const statement = statements.list({ conditions: textsOf(conditions), order, isPaged: page.enabled });
  const window = page.enabled ? { limit: page.perPage, offset: (page.page - 1) * page.perPage } : {};
  const asked = { ...narrowing.parameters(), ...ordering.parameters() };
  return statement.all(session, { ...parametersOf(conditions), ...asked, ...window });
}
