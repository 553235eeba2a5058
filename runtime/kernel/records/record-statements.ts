import type { SqlParameters, SqlRow, SqlSession } from '../contract/database.js';
import type { StoredRecord } from '../contract/record.js';
import { earliest } from '../util/earliest.js';
import { createTextMemory } from '../util/text-memory.js';
import { allOf } from './all-of.js';
import type { RecordSelect } from './record-select.js';

/** A statement whose text is composed already; the parameters are those that its parts name. */
export interface PreparedStatement<Found> {
  all(session: SqlSession, parameters: SqlParameters): Promise<Found[]>;
}

/** Reads whole records of one type. */
export interface RecordStatement extends PreparedStatement<StoredRecord> {
  /** Keeps their rows from changing until the transaction ends. */
  allLocked(session: SqlSession, parameters: SqlParameters): Promise<StoredRecord[]>;
}

/** How many rows there are, and the next moment at which that changes by itself. */
export interface CountedRows {
  readonly total: number;
  readonly next: Date | undefined;
}

export interface ListShape {
  readonly conditions: readonly string[];
  /** `order by` list. */
  readonly order: string;
  /** Whether `:limit` rows from `:offset` are read, or all of them. */
  readonly isPaged: boolean;
}

export interface CountShape {
  readonly conditions: readonly string[];
  /** Selects of moments at which the number may change. */
  readonly moments: readonly string[];
}

/**
 * The statements that read one type, each composed once for all requests that ask in the same way. Conditions are SQL texts
 * in which the type's table is `t` and its base table `b`; a statement asks for all of them.
 */
export interface RecordStatements {
  where(...conditions: readonly string[]): RecordStatement;
  list(shape: ListShape): PreparedStatement<StoredRecord>;
  /** Answers one row. */
  count(shape: CountShape): PreparedStatement<CountedRows>;
}

/** More than a type has by itself; the rest are searches, filters and orders that clients put together. */
const REMEMBERED = 32;

export function createRecordStatements(
  select: RecordSelect,
  session: Pick<SqlSession, 'dialect' | 'table'>,
): RecordStatements {
  const found = createTextMemory<RecordStatement>(REMEMBERED);
  const listed = createTextMemory<PreparedStatement<StoredRecord>>(REMEMBERED);
  const counted = createTextMemory<PreparedStatement<CountedRows>>(REMEMBERED);
  const rows = rowsOf(select, session);
  const records = `select ${select.columns}\nfrom ${select.from}`;
  return {
    where: (...conditions) =>
      found(conditions, () => {
        const { forUpdate, locksFirst } = session.dialect;
        const where = `\nwhere ${allOf(conditions)}`;
        const read = reading(`${records}${where}`, select);
        return {
          all: read,
          allLocked: locksFirst
            ? lockedFirst(`select t.id as id from ${rows}${where}${forUpdate}`, read)
            : reading(`${records}${where}${forUpdate}`, select),
        };
      }),
    list: ({ conditions, order, isPaged }) =>
      listed([isPaged ? 'page' : 'all', order, ...conditions], () => {
        const page = isPaged ? '\nlimit :limit offset :offset' : '';
        const sql = `${records}\nwhere ${allOf(conditions)}\norder by ${order}${page}`;
        return { all: reading(sql, select) };
      }),
    count: ({ conditions, moments }) =>
      counted([...moments, 'where', ...conditions], () => {
        const columns = moments.map((moment, index) => `, (${moment}) as next${index}`).join('');
        const sql = `select count(*) as total${columns} from ${rows}\nwhere ${allOf(conditions)}`;
        return {
          all: async (session, parameters) =>
            (await session.all(sql, parameters)).map((row) => countedRows(row, moments.length, session)),
        };
      }),
  };
}

type Read = RecordStatement['all'];

/** The rows alone, without what records show of other tables. */
function rowsOf({ resource }: RecordSelect, session: Pick<SqlSession, 'table'>): string {
  const base =
    resource.baseTable === null ? '' : ` join ${session.table(resource.baseTable)} b on b.id = t.id`;
  return `${session.table(resource.table)} t${base}`;
}

function reading(sql: string, { decode }: RecordSelect): Read {
  return async (session, parameters) => (await session.all(sql, parameters)).map(decode);
}

function lockedFirst(lock: string, read: Read): Read {
  return async (session, parameters) => {
    // A transaction runs its statements one after the other, so the read is sent while the lock is waited for.
    const [, records] = await Promise.all([session.all(lock, parameters), read(session, parameters)]);
    return records;
  };
}

function countedRows(row: SqlRow, moments: number, { dialect }: SqlSession): CountedRows {
  let next: Date | undefined;
  for (let index = 0; index < moments; index += 1) {
    const moment = dialect.decode('datetime', row[`next${index}`] ?? null);
    if (moment instanceof Date) next = earliest(next, moment);
  }
  return { total: Number(row.total ?? 0), next };
}
