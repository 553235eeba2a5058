import type {
  QueryExtension,
  ReadScope,
  Representation,
  RepresentationExtension,
  Settlement,
} from '../../contract/operations.js';
import type { RequestContext } from '../../contract/context.js';
import type { SqlParameters } from '../../contract/database.js';
import type { QueryParameters } from '../../contract/query-parameters.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import type { RecordReader } from '../../records/record-reader.js';
import { allOf, visibilityConditions } from './conditions.js';
import { filterConditions } from './filters.js';
import { orderClause } from './order.js';
import type { PageRequest } from './pagination.js';
import { readPage } from './pagination.js';
import { earliest, represent } from './representations.js';
import { searchCondition } from './search.js';

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
    const { where, parameters } = allOf([
      ...visible,
      ...(search === undefined ? [] : [search]),
      ...filterConditions(resource, select, { query, dialect: session.dialect, now: context.now }),
    ]);
    const settled = await settleCollection(resource, scope, deps.settlements);
    const moments = visible.flatMap(({ nextChange }) => nextChange ?? []);
    const { total, next } = await countRows(resource, scope, { where, parameters, moments });
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

async function settleCollection(
  resource: RegisteredResource,
  scope: ReadScope,
  settlements: readonly Settlement[],
): Promise<Date | undefined> {
  let next: Date | undefined;
  for (const settlement of settlements) {
    if (settlement.appliesTo(resource))
      next = earliest(next, await settlement.settleCollection(resource, scope));
  }
  return next;
}

async function countRows(
  resource: RegisteredResource,
  { session }: ReadScope,
  { where, parameters, moments }: { where: string; parameters: SqlParameters; moments: readonly string[] },
): Promise<{ total: number; next: Date | undefined }> {
  const base =
    resource.baseTable === null ? '' : ` join ${session.table(resource.baseTable)} b on b.id = t.id`;
  const columns = moments.map((select, index) => `, (${select}) as next${index}`).join('');
  const sql = `select count(*) as total${columns} from ${session.table(resource.table)} t${base}\nwhere ${where}`;
  const row = (await session.first(sql, parameters)) ?? {};
  const dates = moments.map((_select, index) =>
    session.dialect.decode('datetime', row[`next${index}`] ?? null),
  );
  return {
    total: Number(row.total ?? 0),
    next: dates.reduce<Date | undefined>(
      (first, date) => (date instanceof Date ? earliest(first, date) : first),
      undefined,
    ),
  };
}
