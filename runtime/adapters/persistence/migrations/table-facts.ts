import type { SqlRow } from '../../../kernel/contract/database/database.js';
import { PADDED_COLLATION } from '../mysql/exact-collation.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import type { MigrationConnection } from './connection.js';

/** Facts about a table, as texts that are equal if the parts are equal. */
export interface TableFacts {
  /** `varchar(255) not null`, by column. */
  readonly columns: Facts;
  /** Primary key, such as `id`. */
  readonly primaryKey: string;
  /** `unique (path, locale)`, by name. */
  readonly indexes: Facts;
  /**
   * `(page_id) to _acb_page (id), on delete cascade`, by name, or by columns for SQLite, which has no names.
   */
  readonly foreignKeys: Facts;
}

export type Facts = ReadonlyMap<string, string>;

/** Reads a table by its full name, including temporary ones. */
export function readTableFacts(connection: MigrationConnection, table: string): Promise<TableFacts> {
  return READERS[connection.dialect](connection, table);
}

const READERS = { postgres: readPostgres, mysql: readMysql, mariadb: readMysql, sqlite: readSqlite } as const;

interface ColumnFact {
  readonly type: unknown;
  readonly isRequired: boolean;
  readonly standard: unknown;
}

/** Returns a column as text, such as `varchar(255) not null default 'a'`. */
function columnText({ type, isRequired, standard }: ColumnFact): string {
  const fallback = standard === null ? '' : ` default ${String(standard)}`;
  return `${String(type).toLowerCase()}${isRequired ? ' not null' : ''}${fallback}`;
}

export function indexText(isUnique: boolean, columns: readonly unknown[]): string {
  return `${isUnique ? 'unique' : 'index'} (${columns.map(partText).join(', ')})`;
}

/** Returns `title nulls first` for a column. */
export const nullsFirstText = (column: string): string => `${column} nulls first`;

/** Returns a part of an index, which may be an unnamed expression. */
function partText(column: unknown): string {
  return column === null ? '(expression)' : String(column);
}

interface KeyFact {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
  readonly onDelete: string;
}

export function keyText({ columns, table, targets, onDelete }: KeyFact): string {
  const rule = onDelete.toLowerCase();
  // Both rules are equivalent here, because both reject at the end of the statement; MariaDB reports one as
  // the other.
  const plain = rule === 'no action' ? 'restrict' : rule;
  return `(${columns.join(', ')}) to ${table} (${targets.join(', ')}), on delete ${plain}`;
}

const PG_RULES: ReadonlyMap<unknown, string> = new Map([
  ['r', 'restrict'],
  ['a', 'no action'],
  ['c', 'cascade'],
  ['n', 'set null'],
  ['d', 'set default'],
]);

const PG_COLUMNS = `select a.attname as name, a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as standard,
      format_type(a.atttypid, a.atttypmod) || coalesce(' collate ' || l.collname, '') as type
      from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        left join pg_collation l on l.oid = a.attcollation and a.attcollation <> t.typcollation
      where a.attrelid = to_regclass(?) and a.attnum > 0 and not a.attisdropped`;

const PG_INDEXES = `select c.relname as name, i.indisunique as is_unique, i.indisprimary as is_primary, i.indisvalid as is_valid,
      i.indpred is not null as is_partial, a.attname as own, i.indoption[k.place - 1] & 2 = 2 as nulls_first
      from pg_index i join pg_class c on c.oid = i.indexrelid
        cross join lateral unnest(i.indkey) with ordinality as k(number, place)
        left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indrelid = to_regclass(?) order by c.relname, k.place`;

const PG_KEYS = `select k.conname as name, t.relname as target, k.confdeltype as rule, own.attname as own, other.attname as other
      from pg_constraint k join pg_class t on t.oid = k.confrelid
        cross join lateral unnest(k.conkey, k.confkey) with ordinality as m(own, other, place)
        join pg_attribute own on own.attrelid = k.conrelid and own.attnum = m.own
        join pg_attribute other on other.attrelid = k.confrelid and other.attnum = m.other
      where k.contype = 'f' and k.conrelid = to_regclass(?) order by k.conname, m.place`;

async function readPostgres({ query }: MigrationConnection, table: string): Promise<TableFacts> {
  const at = [`"${table.replaceAll('"', '""')}"`];
  const columns = await query(PG_COLUMNS, at);
  const indexes = await query(PG_INDEXES, at);
  const keys = await query(PG_KEYS, at);
  const byIndex = groups(indexes, 'name');
  const primary = byIndex.find(([, rows]) => rows[0]?.is_primary === true);
  return {
    columns: new Map(
      columns.map((row) => [
        String(row.name),
        columnText({ type: row.type, isRequired: row.required === true, standard: row.standard }),
      ]),
    ),
    primaryKey: (primary?.[1] ?? []).map(({ own }) => String(own)).join(', '),
    indexes: new Map(
      byIndex.filter((each) => each !== primary).map(([name, rows]) => [name, postgresIndex(rows)]),
    ),
    foreignKeys: foreignKeysOf(keys, (rule) => PG_RULES.get(rule) ?? ''),
  };
}

function postgresIndex(rows: readonly SqlRow[]): string {
  const members = rows.map(({ own, nulls_first: isFirst }) =>
    isFirst === true ? nullsFirstText(String(own)) : own,
  );
  const text = indexText(rows[0]?.is_unique === true, members);
  const isWhole = rows[0]?.is_partial !== true && rows[0]?.is_valid === true;
  return isWhole ? text : `${text}, of some rows only`;
}

const MYSQL_KEYS = `select k.constraint_name as name, k.column_name as own, k.referenced_table_name as target,
      k.referenced_column_name as other, r.delete_rule as rule
      from information_schema.key_column_usage k join information_schema.referential_constraints r
        on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name
        and r.table_name = k.table_name
      where k.table_schema = database() and k.table_name = ? order by k.constraint_name, k.ordinal_position`;

async function readMysql({ query, exactCollation }: MigrationConnection, table: string): Promise<TableFacts> {
  const quoted = `\`${table.replaceAll('`', '``')}\``;
  const columns = await query(`show full columns from ${quoted}`);
  const indexes = groups(await query(`show index from ${quoted}`), 'Key_name');
  const keys = await query(MYSQL_KEYS, [table]);
  const membersOf = (rows: readonly SqlRow[]): readonly unknown[] =>
    rows.map(({ Column_name: name, Sub_part: length }) =>
      length === null ? name : `${String(name)}(${String(length)})`,
    );
  return {
    columns: new Map(
      columns.map((row) => {
        // The next run converts keys from the previous collation to the current one.
        const name = row.Collation === PADDED_COLLATION ? exactCollation : row.Collation;
        const collation = name === null ? '' : ` collate ${String(name)}`;
        // MySQL reports none for columns of a temporary table.
        const extra = ['', null].includes(row.Extra as string | null) ? '' : ` ${String(row.Extra)}`;
        const type = `${String(row.Type)}${collation}${extra}`;
        return [
          String(row.Field),
          columnText({ type, isRequired: row.Null === 'NO', standard: row.Default }),
        ];
      }),
    ),
    primaryKey: membersOf(indexes.find(([name]) => name === 'PRIMARY')?.[1] ?? []).join(', '),
    indexes: new Map(
      indexes
        .filter(([name]) => name !== 'PRIMARY')
        .map(([name, rows]) => [name, indexText(Number(rows[0]?.Non_unique) === 0, membersOf(rows))]),
    ),
    foreignKeys: foreignKeysOf(keys, String),
  };
}

async function readSqlite({ query }: MigrationConnection, table: string): Promise<TableFacts> {
  const quote = (name: unknown): string => `"${String(name).replaceAll('"', '""')}"`;
  const columns = await query(`pragma table_info(${quote(table)})`);
  const primary = columns
    .filter(({ pk }) => Number(pk) > 0)
    .sort((left, right) => Number(left.pk) - Number(right.pk));
  const indexes = new Map<string, string>();
  for (const { name, unique, origin, partial } of await query(`pragma index_list(${quote(table)})`)) {
    if (origin === 'pk') continue;
    const members = await query(`pragma index_info(${quote(name)})`);
    const text = indexText(
      Number(unique) === 1,
      members.map((member) => member.name),
    );
    indexes.set(String(name), Number(partial) === 1 ? `${text}, of some rows only` : text);
  }
  const keys = groups(await query(`pragma foreign_key_list(${quote(table)})`), 'id');
  return {
    columns: new Map(
      columns.map((row) => [
        String(row.name),
        columnText({ type: row.type, isRequired: Number(row.notnull) === 1, standard: row.dflt_value }),
      ]),
    ),
    primaryKey: primary.map(({ name }) => String(name)).join(', '),
    indexes,
    foreignKeys: new Map(
      keys.map(([, rows]) => {
        const own = rows.map(({ from }) => String(from));
        const key = {
          columns: own,
          table: String(rows[0]?.table),
          // A key without target columns refers to the primary key, which is always `id`.
          targets: rows.map(({ to }) => String(to ?? 'id')),
          onDelete: String(rows[0]?.on_delete),
        };
        return [own.join(', '), keyText(key)];
      }),
    ),
  };
}

/** Builds foreign keys from rows with one column pair each; `ruleOf` converts the server's delete rule. */
const foreignKeysOf = (keys: readonly SqlRow[], ruleOf: (rule: unknown) => string): Map<string, string> =>
  new Map(
    groups(keys, 'name').map(([name, rows]) => [
      name,
      keyText({
        columns: rows.map(({ own }) => String(own)),
        table: String(rows[0]?.target),
        targets: rows.map(({ other }) => String(other)),
        onDelete: ruleOf(rows[0]?.rule),
      }),
    ]),
  );

/** Groups rows by a column, in order of appearance. */
function groups(
  rows: readonly SqlRow[],
  column: string,
): readonly (readonly [name: string, rows: readonly SqlRow[]])[] {
  return [...groupBy(rows, (row) => String(row[column]))];
}
