import type {
  Database,
  SqlParameters,
  SqlRow,
  SqlSession,
  TransactionSession,
} from '../contract/database/database.js';
import type { ColumnDefinition } from '../contract/database/table.js';
import { InternalError } from '../errors/internal-error.js';
import type { SystemResource } from './define-system-resource.js';
import type { KeysetPage } from './keyset-page.js';
import type { SystemMembers, SystemRecord } from './system-members.js';

/** Matches date-times after a moment, and null in a column that may be null. */
export interface ValidAt {
  readonly validAt: Date;
}

/** Condition: each named member has the value. */
export type SystemFilter<Stored> = { readonly [Name in keyof Stored]?: Stored[Name] | ValidAt };

/** Store of a system resource. `Found` is a stored record with the values of a joined row. */
export interface SystemStore<Stored, Found = Stored> {
  first(filter: SystemFilter<Stored>, session?: SqlSession): Promise<Found | undefined>;
  /** Returns a page of records, newest first. Requires the member `createdAt`. */
  list(page: KeysetPage, filter?: SystemFilter<Stored>): Promise<readonly Found[]>;
  count(filter?: SystemFilter<Stored>): Promise<number>;
  insert(session: TransactionSession, record: Stored): Promise<void>;
  update(session: TransactionSession, id: string, changed: Partial<Stored>): Promise<void>;
  /** Returns whether the record existed. */
  remove(session: TransactionSession, id: string): Promise<boolean>;
}

/** A row that is read with each record, as the alias of `join` names its table. Records have the alias `r`. */
export interface JoinedRow<Joined> {
  readonly columns: string;
  readonly join: string;
  decode(row: SqlRow): Joined;
}

/** Creates the store of a resource. Every value is a bound parameter. */
export function createSystemStore<Members extends SystemMembers>(
  database: Database,
  resource: SystemResource<Members>,
): SystemStore<SystemRecord<Members>>;
/** Creates a store that reads a joined row with each record. */
export function createSystemStore<Members extends SystemMembers, Joined extends object>(
  database: Database,
  resource: SystemResource<Members>,
  joined: JoinedRow<Joined>,
): SystemStore<SystemRecord<Members>, SystemRecord<Members> & Joined>;
export function createSystemStore(
  database: Database,
  { table: { name, columns: all }, columns: byMember }: SystemResource<SystemMembers>,
  joined?: JoinedRow<object>,
): SystemStore<Readonly<Record<string, unknown>>> {
  const { encode, decode } = database.dialect;
  const table = database.table(name);
  const members = new Map<string, ColumnDefinition>([['id', idOf(all)], ...byMember]);
  const columns = all.map((column) => `r.${column.name} as r_${column.name}`).join(', ');
  const select = `select ${columns}${joined === undefined ? '' : `, ${joined.columns}`}
from ${table} r${joined === undefined ? '' : `\n${joined.join}`}`;

  function columnOf(member: string): ColumnDefinition {
    const column = members.get(member);
    if (column === undefined) throw new InternalError(`The table ${name} has no column for ${member}.`);
    return column;
  }
  const read = (row: SqlRow) => ({
    ...Object.fromEntries(
      [...members].map(([member, { type, name: column }]) => [member, decode(type, row[`r_${column}`])]),
    ),
    ...joined?.decode(row),
  });
  const rowOf = (values: Readonly<Record<string, unknown>>): SqlRow =>
    Object.fromEntries(Object.entries(values).map(([member, value]) => [columnOf(member).name, value]));

  /** Returns the conditions of a filter and of a page, with their parameters. */
  function where(filter: SystemFilter<Readonly<Record<string, unknown>>>, after?: KeysetPage['after']) {
    const given = Object.entries(filter).map(([member, value]) => conditionOn(columnOf(member), value));
    const conditions = given.map(({ sql }) => sql);
    const parameters: SqlParameters = Object.fromEntries(
      given.map(({ column, value }) => [column.name, encode(column.type, value)]),
    );
    if (after === undefined) return { sql: textOf(conditions), parameters };
    const behind = '(r.created_at < :page_time or r.created_at = :page_time and r.id > :page_id)';
    const position = { page_time: encode('datetime', after.createdAt), page_id: encode('uuid', after.id) };
    return { sql: textOf([...conditions, behind]), parameters: { ...parameters, ...position } };
  }

  return {
    async first(filter, session = database) {
      const { sql, parameters } = where(filter);
      const row = await session.first(`${select}${sql}`, parameters);
      return row && read(row);
    },
    async list({ after, limit }, filter = {}) {
      const { sql, parameters } = where(filter, after);
      const page = `${select}${sql}\norder by r.created_at desc, r.id\nlimit ${limit}`;
      return (await database.all(page, parameters)).map(read);
    },
    async count(filter = {}) {
      const { sql, parameters } = where(filter);
      const row = await database.first(`select count(*) as amount from ${table} r${sql}`, parameters);
      return Number(row?.amount ?? 0);
    },
    insert: (session, record) => session.insert(name, [rowOf(record)]),
    async update(session, id, changed) {
      const row = rowOf(changed);
      const set = Object.keys(row).map((column) => `${column} = :${column}`);
      if (set.length === 0) return;
      const parameters = Object.fromEntries(
        [...members.values()].flatMap(({ name: column, type }) =>
          Object.hasOwn(row, column) ? [[column, encode(type, row[column])]] : [],
        ),
      );
      await session.run(`update ${table} set ${set.join(', ')} where id = :id`, {
        ...parameters,
        id: encode('uuid', id),
      });
    },
    remove: async (session, id) =>
      (await session.run(`delete from ${table} where id = :id`, { id: encode('uuid', id) })) > 0,
  };
}

function idOf(columns: readonly ColumnDefinition[]): ColumnDefinition {
  const [id] = columns;
  if (id === undefined) throw new InternalError('A system resource has no id.');
  return id;
}

const textOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `\nwhere ${conditions.join(' and ')}`;

function conditionOn(column: ColumnDefinition, value: unknown) {
  const name = `r.${column.name}`;
  if (!isValidAt(value)) return { column, value, sql: `${name} = :${column.name}` };
  const isAfter = `${name} > :${column.name}`;
  const sql = column.nullable ? `(${name} is null or ${isAfter})` : isAfter;
  return { column, value: value.validAt, sql };
}

const isValidAt = (value: unknown): value is ValidAt =>
  typeof value === 'object' && value !== null && 'validAt' in value;
