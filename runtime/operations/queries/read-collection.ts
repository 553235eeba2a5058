import type {
  QueryExtension,
  ReadScope,
  Representation,
  RepresentationExtension,
  Settlement,
} from '../../contract/operations.js';
import type { RequestContext } from '../../contract/context.js';
import type { QueryParameters } from '../../contract/query-parameters.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import type { RecordReader } from '../../records/record-reader.js';
import { allOf, visibilityConditions } from './conditions.js';
import { countRows } from './count-rows.js';
import { filterConditions } from './filters.js';
import { orderClause } from './order.js';
import type { PageRequest } from './pagination.js';
import { readPage } from './pagination.js';
import { earliest, represent } from './representations.js';
import { searchCondition } from './search.js';
import { settleCollection } from './settle-collection.js';

export interface CollectionResult {
  readonly resource: RegisteredResource;
  readonly members: readonly Representation[];
  readonly totalItems: number;
  readonly page: PageRequest;
  /** Next moment at which the list changes by itself, members apart. */
  readonly expiresAt: Date | undefined;
}

export interface ReadCollectionDeps {
  readonly reader: RecordReader;
  readonly queryExtensions: readonly QueryExtension[];
  readonly settlements: readonly Settlement[];
  readonly representationExtensions: readonly RepresentationExtension[];
  readonly sizeParameter: string;
  /** @throws AppError 401/403 when the caller may not list the type at all. */
  readonly assertListable: (resource: RegisteredResource, context: RequestContext) => void;
}

export type ReadCollection = (
  resource: RegisteredResource,
  scope: ReadScope,
  query?: QueryParameters,
) => Promise<CollectionResult>;

/** One page of a collection as the caller may see it: a count, the rows, and what extensions need (at most four statements). */
export function createReadCollection(deps: ReadCollectionDeps): ReadCollection {
  return async (resource, scope, query = scope.context.query) => {
    const { session, context } = scope;
    deps.assertListable(resource, context);
    const page = readPage(query, resource.pagination, deps.sizeParameter);
    const select = deps.reader.select(resource.name);
    const order = orderClause(resource, select, query);
    const search = searchCondition(resource, select, query, session.dialect);
    const visible = visibilityConditions(resource, 'collection', context, deps.queryExtensions);
    const conditions = [
      ...visible,
      ...(search === undefined ? [] : [search]),
      ...filterConditions(resource, select, { query, dialect: session.dialect, now: context.now }),
    ];
    const { where, parameters } = allOf(conditions);
    const settled = await settleCollection(resource, scope, deps.settlements);
    const { total, next } = await countRows(resource, conditions, scope);
    const expiresAt = earliest(settled, next);
    if (page.enabled && (page.perPage === 0 || total <= (page.page - 1) * page.perPage)) {
      return { resource, members: [], totalItems: total, page, expiresAt };
    }
    const limit = page.enabled ? '\nlimit :limit offset :offset' : '';
    const window = page.enabled ? { limit: page.perPage, offset: (page.page - 1) * page.perPage } : {};
    const rows = await session.all(
      `select ${select.columns}\nfrom ${select.from}\nwhere ${where}\norder by ${order}${limit}`,
      { ...parameters, ...window },
    );
    const records = rows.map(select.decode);
    const members = await represent(records, resource, 'collection', scope, deps.representationExtensions);
    return { resource, members, totalItems: total, page, expiresAt };
  };
}
