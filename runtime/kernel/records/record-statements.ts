import type { SqlParameters, SqlRow, SqlSession } from '../contract/database/database.js';
import type { StoredRecord } from '../contract/records/record.js';
import { earliest } from '../util/dates/earliest.js';
import { createTextMemo } from '../util/text/text-memo.js';
import { allOf } from './all-of.js';
import { type CountShape, countSql, type ListShape, listSql, type PageShape, pageSql } from './list-sql.js';
import type { RecordSelect } from './record-select.js';

/** Prepared read of whole records of one type, with the parameters that its parts name. */
export interface RecordStatement {
  all(session: SqlSession, parameters: SqlParameters): Promise<StoredRecord[]>;
  /** Reads records and locks their rows until the transaction ends. */
  allLocked(session: SqlSession, parameters: SqlParameters): Promise<StoredRecord[]>;
}

/** A record with the results of additional conditions. */
export interface EvaluatedRecord {
  readonly record: StoredRecord;
  readonly isMet: readonly boolean[];
}

/** A row count, and the next time at which it changes on schedule. */
export interface CountedRows {
  readonly total: number;
  readonly next: Date | undefined;
}

/** A page with the total number of rows. */
export interface ListedRows {
  readonly records: readonly StoredRecord[];
  readonly counted: CountedRows;
}

/**
 * Read statements of one type, each composed once for all requests of the same shape. Conditions are SQL
 * texts that refer to the type's table as `t` and to its base table as `b`; all must hold.
 */
export interface RecordStatements {
  where(...conditions: readonly string[]): RecordStatement;
  /** Reads records that meet some conditions, with the results of other conditions that they may fail. */
  evaluated(conditions: readonly string[], questions: readonly string[]): Listing<readonly EvaluatedRecord[]>;
  /** Reads a page and its count with one statement. Each part uses the parameters that it names. */
  list(shape: ListShape): Listing<ListedRows>;
  /** Reads the page alone. */
  page(shape: PageShape): Listing<readonly StoredRecord[]>;
  count(shape: CountShape): Listing<CountedRows>;
}

/** A read of many rows; parameters that its text does not name are dropped. */
export interface Listing<Found> {
  /** Returns the parameters that the text names, in a stable order. */
  named(parameters: SqlParameters): SqlParameters;
  read(session: SqlSession, parameters: SqlParameters): Promise<Found>;
}

/**
 * Above the number of fixed statements of a type. The rest are searches, filters and orders that clients
 * combine.
 */
const REMEMBERED = 32;

export function createRecordStatements(
  select: RecordSelect,
  session: Pick<SqlSession, 'dialect' | 'table'>,
): RecordStatements {
  const found = createTextMemo<RecordStatement>(REMEMBERED);
  const evaluated = createTextMemo<Listing<readonly EvaluatedRecord[]>>(REMEMBERED);
  const listed = createTextMemo<Listing<ListedRows>>(REMEMBERED);
  const paged = createTextMemo<Listing<readonly StoredRecord[]>>(REMEMBERED);
  const counted = createTextMemo<Listing<CountedRows>>(REMEMBERED);
  const table = session.table(select.resource.table);
  const rows = rowsOf(select, session);
  return {
    where: (...conditions) =>
      found(conditions, () => {
        const { forUpdate } = session.dialect;
        const where = `\nwhere ${allOf(conditions)}`;
        const read = reading(`select ${select.columns}\nfrom ${table} t\n${select.joins}${where}`, select);
        return {
          all: read,
          // An empty suffix means that the transaction has locked the whole database.
          allLocked:
            forUpdate === '' ? read : lockedFirst(`select t.id as id from ${rows}${where}${forUpdate}`, read),
        };
      }),
    evaluated: (conditions, questions) =>
      evaluated([...conditions, 'evaluated', ...questions], () => {
        const answers = questions.map((sql, index) => `, case when ${sql} then 1 else 0 end as met${index}`);
        const sql = `select ${select.columns}${answers.join('')}\nfrom ${table} t\n${select.joins}\nwhere ${allOf(conditions)}`;
        return listing(sql, (rows) =>
          rows.map((row) => ({
            record: select.decode(row),
            isMet: questions.map((_question, index) => Number(row[`met${index}`]) === 1),
          })),
        );
      }),
    page: (shape) =>
      paged(pageTextsOf(shape), () =>
        listing(pageSql(select, shape, session), (found) => found.map(select.decode)),
      ),
    list: (shape) =>
      listed([...pageTextsOf(shape), 'count', ...countTextsOf(shape.count)], () => {
        const sql = listSql(select, shape, session);
        const moments = shape.count.moments.length;
        return listing(sql, (rows, reader) => ({
          records: rows.flatMap((row) => (row.id === null ? [] : select.decode(row))),
          counted: countedRows(rows[0], moments, reader),
        }));
      }),
    count: (shape) =>
      counted(countTextsOf(shape), () =>
        listing(countSql(select, shape, session), ([row], reader) =>
          countedRows(row, shape.moments.length, reader),
        ),
      ),
  };
}

/** Returns the texts that distinguish pages of the same type. */
function pageTextsOf({ conditions, order, window }: PageShape): readonly string[] {
  const terms = order.flatMap(({ sql, direction, mayBeNull }) => [sql, direction, String(mayBeNull)]);
  return [String(window?.size), String(window?.reach), ...terms, 'where', ...conditions];
}

const countTextsOf = ({ total, moments, conditions }: CountShape): readonly string[] => [
  ...(total === undefined ? conditions : ['total', total.stored, ...total.leftOut.flat()]),
  'moments',
  ...moments,
];

function listing<Found>(
  sql: string,
  decode: (rows: readonly SqlRow[], session: SqlSession) => Found,
): Listing<Found> {
  const named = parametersNamedIn(sql);
  return {
    named,
    read: async (session, parameters) => decode(await session.all(sql, named(parameters)), session),
  };
}

type Read = RecordStatement['all'];

/** Returns the rows of a type without related tables. */
function rowsOf({ resource }: RecordSelect, session: Pick<SqlSession, 'table'>): string {
  const base =
    resource.baseTable === null ? '' : ` join ${session.table(resource.baseTable)} b on b.id = t.id`;
  return `${session.table(resource.table)} t${base}`;
}

function reading(sql: string, { decode }: RecordSelect): Read {
  return async (session, parameters) => (await session.all(sql, parameters)).map(decode);
}

/**
 * Locks rows, then reads them, so that the read sees what the previous lock holder has committed. A single
 * statement would re-read only the locked row, and MariaDB 10.11 crashes if it meets a deadlock. Both are
 * sent at once, because a transaction runs its statements in order.
 */
function lockedFirst(lock: string, read: Read): Read {
  return async (session, parameters) => {
    for (;;) {
      const [locked, records] = await Promise.all([session.all(lock, parameters), read(session, parameters)]);
      const ids = new Set(locked.map(({ id }) => id));
      // A row created while waiting for the lock, such as the draft of the locked one, is locked next.
      if (records.every(({ id }) => ids.has(id))) return records;
    }
  };
}

function countedRows(row: SqlRow | undefined, moments: number, { dialect }: SqlSession): CountedRows {
  let next: Date | undefined;
  for (let index = 0; index < moments; index += 1) {
    const moment = dialect.decode('datetime', row?.[`next${index}`] ?? null);
    if (moment instanceof Date) next = earliest(next, moment);
  }
  return { total: Number(row?.total ?? 0), next };
}

/**
 * Returns a function that selects the parameters a text names, because statements reject others. The text is
 * scanned once.
 */
function parametersNamedIn(sql: string): (given: SqlParameters) => SqlParameters {
  const names = [...new Set(Array.from(sql.matchAll(/:([A-Za-z_]\w*)/g), ([, name = '']) => name))];
  return (given) => {
    const named: Record<string, SqlParameters[string]> = {};
    for (const name of names) {
      const value = given[name];
      if (value !== undefined) named[name] = value;
    }
    return named;
  };
}
