import type { SqlSession } from '../contract/database/database.js';
import { allOf } from './all-of.js';
import type { RecordSelect } from './record-select.js';

/** One expression of an order. */
export interface OrderTerm {
  readonly sql: string;
  readonly direction: 'asc' | 'desc';
  readonly mayBeNull: boolean;
}

/** A total based on stored counts. */
export interface StoredTotal {
  readonly stored: string;
  /** Conditions of rows to subtract. */
  readonly leftOut: readonly (readonly string[])[];
}

export interface CountShape {
  /** The total from stored counts; undefined if the rows that meet the conditions are counted. */
  readonly total: StoredTotal | undefined;
  readonly conditions: readonly string[];
  /** Selects of times at which the count may change. */
  readonly moments: readonly string[];
}

/** Range of a page, rounded to powers of two, so that few statements are prepared for all pages. */
export interface ListWindow {
  /** A power of two not below `:limit`. */
  readonly size: number;
  /** A power of two not below `:offset` plus `:limit`. */
  readonly reach: number;
}

/** Returns the window of a page. */
export const windowOf = (offset: number, limit: number): ListWindow => ({
  size: powerOfTwo(limit),
  reach: powerOfTwo(offset + limit),
});

const powerOfTwo = (least: number): number => 2 ** Math.ceil(Math.log2(least));

export interface PageShape {
  readonly conditions: readonly string[];
  /** Rows that are equal in all terms are ordered by id. */
  readonly order: readonly OrderTerm[];
  /** The page, with `:limit` and `:offset` as parameters; undefined if all rows are read as one page. */
  readonly window: ListWindow | undefined;
}

export interface ListShape extends PageShape {
  readonly count: CountShape;
}

type ListSession = Pick<SqlSession, 'table' | 'dialect'>;

/**
 * Selects the rows of a page in order, each with the total number of rows and the schedule times. An empty
 * page gives one row without an id. Cost: an index scan up to the page, and a count, which reads only the
 * tables of its conditions.
 *
 * The page is selected by ids alone, so that nothing else is read of the rows before it.
 */
export function listSql(select: RecordSelect, shape: ListShape, session: ListSession): string {
  const counts = ['total', ...shape.count.moments.map((_moment, index) => `next${index}`)];
  return `select ${counts.map((name) => `counted.${name} as ${name}`).join(', ')}, ${select.columns}
from (${countSql(select, shape.count, session)}) counted
left join (${shownSql(select, shape, session)}) on 1 = 1
order by ${shownOrder(shape, session)}`;
}

/** Selects the rows of a page in order. */
export function pageSql(select: RecordSelect, shape: PageShape, session: ListSession): string {
  return `select ${select.columns}
from ${shownSql(select, shape, session)}
order by ${shownOrder(shape, session)}`;
}

/** Joins the rows of a page with all columns of a record. */
function shownSql(select: RecordSelect, shape: PageShape, session: ListSession): string {
  return `${idsSql(select, shape, session)} shown
join ${session.table(select.resource.table)} t on t.id = shown.id
${select.joins}`;
}

function shownOrder({ order }: PageShape, session: ListSession): string {
  const terms = order.map((term, index) => termSql(`shown.o${index}`, term, session));
  return [...terms, `shown.id ${lastDirection(order)}`].join(', ');
}

/** Selects the count as one row. */
export function countSql(
  select: RecordSelect,
  { total, conditions, moments }: CountShape,
  session: ListSession,
): string {
  const columns = moments.map((moment, index) => `, (${moment}) as next${index}`).join('');
  const rows = (those: readonly string[]): string =>
    rowsSql(select, { conditions: those, order: [] }, session);
  if (total === undefined) return `select count(*) as total${columns} from ${rows(conditions)}`;
  const leftOut = total.leftOut.map((those) => ` - (select count(*) from ${rows(those)})`);
  return `select ${total.stored}${leftOut.join('')} as total${columns}`;
}

/** Selects the ids of a page with their order expressions, as a table. */
function idsSql(
  select: RecordSelect,
  { conditions, order, window }: PageShape,
  session: ListSession,
): string {
  const id = isOfBase(select, order) ? 'b.id' : 't.id';
  const expressions = order.map(({ sql }, index) => `, ${sql} as o${index}`).join('');
  const last = lastDirection(order);
  const terms = [...order.map((term) => termSql(term.sql, term, session)), `${id} ${last}`].join(', ');
  const rows = `select ${id} as id${expressions} from ${rowsSql(select, { conditions, order }, session)}`;
  if (window === undefined) return `(${rows})`;
  const names = order.map((_term, index) => `, walked.o${index} as o${index}`).join('');
  const walked = [
    ...order.map((term, index) => termSql(`walked.o${index}`, term, session)),
    `walked.id ${last}`,
  ];
  // Plans are made before parameter values are known. PostgreSQL would estimate a page at a tenth of all
  // rows, and a late page at a tenth of those before it. The literal limits are upper bounds that correct the
  // estimate; the last one removes no rows.
  const page = `select walked.id as id${names} from (${rows}
order by ${terms}
limit ${window.reach}) walked
order by ${walked.join(', ')}
limit :limit offset :offset`;
  const isLate = window.reach > 10 * window.size;
  return isLate
    ? `(select late.id as id${names.replaceAll('walked.', 'late.')} from (${page}) late limit ${window.size})`
    : `(${page})`;
}

const termSql = (sql: string, { direction, mayBeNull }: OrderTerm, { dialect }: ListSession): string =>
  `${sql} ${direction}${mayBeNull ? dialect.nullOrder(direction) : ''}`;

/**
 * Returns `from` and `where` with the tables that the conditions and the order use: the type's own, its base
 * table or both.
 */
function rowsSql(
  { resource }: RecordSelect,
  { conditions, order }: Pick<PageShape, 'conditions' | 'order'>,
  session: ListSession,
): string {
  const own = `${session.table(resource.table)} t`;
  const texts = [...conditions, ...order.map(({ sql }) => sql)];
  if (resource.baseTable === null || !texts.some(namesBase)) return `${own}\nwhere ${allOf(conditions)}`;
  const base = `${session.table(resource.baseTable)} b`;
  // The name comes from a descriptor. As a constant, it lets PostgreSQL use its statistics.
  const ofType = `b.dtype = '${resource.name}'`;
  if (!texts.some(namesOwn)) return `${base}\nwhere ${allOf([ofType, ...conditions])}`;
  const walked = order.length > 0 && !order.some(({ sql }) => namesOwn(sql)) ? [ofType] : [];
  return `${own} join ${base} on b.id = t.id\nwhere ${allOf([...walked, ...conditions])}`;
}

const namesOwn = (sql: string): boolean => /\bt\./.test(sql);
const namesBase = (sql: string): boolean => /\bb\./.test(sql);

/** Returns whether rows are read in the order of the base table, whose index includes its id. */
const isOfBase = ({ resource }: RecordSelect, order: readonly OrderTerm[]): boolean =>
  resource.baseTable !== null &&
  order.some(({ sql }) => namesBase(sql)) &&
  !order.some(({ sql }) => namesOwn(sql));

/** Ids are ordered in the direction of the last term, so that one index scan covers both. */
const lastDirection = (order: readonly OrderTerm[]): string => order.at(-1)?.direction ?? 'asc';
