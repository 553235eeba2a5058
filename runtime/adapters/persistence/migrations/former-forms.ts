import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/database/table.js';
import { comparableDecimal, formatDecimal } from '../../../kernel/util/text/decimal.js';
import { PADDED_COLLATION } from '../mysql/exact-collation.js';
import type { MigrationSession } from './carry-out.js';
import { caseText, marksFor, storedText } from './sql-text.js';

interface DecimalColumn {
  readonly table: string;
  readonly column: ColumnDefinition;
}

/** Rows rewritten by one statement. */
const BATCH = 500;

const isNumeric = (name: string): string => `typeof(${name}) in ('integer', 'real')`;

interface PaddedColumns {
  readonly table: string;
  readonly columns: readonly ColumnDefinition[];
}

type Session = Pick<MigrationSession, 'connection' | 'renderer'>;

/** Finds what one database keeps in the form of earlier versions, in words: no migration says it, since the tables are the same. */
export async function findFormerForms(
  session: Session,
  tables: readonly TableDefinition[],
): Promise<readonly string[]> {
  const decimals = await findNumericDecimals(session, tables);
  const texts = await findPaddedTexts(session, tables);
  return [
    ...decimals.map(({ table, column }) => `${table}.${column.name} (decimals of an earlier version)`),
    ...texts.flatMap(({ table, columns }) =>
      columns.map(
        ({ name }) => `${table}.${name} (compared without blanks at the end, as by an earlier version)`,
      ),
    ),
  ];
}

/** Brings all of it to the present form. */
export async function renewForms(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  await sortDecimals(session, tables);
  await unpadTexts(session, tables);
}

/**
 * Columns of keys that MySQL or MariaDB compares as if blanks at the end were nothing, as earlier versions made them. Those that
 * a foreign key needs stay as they are: both its ends would have to change at once. No member of a type is one.
 */
async function findPaddedTexts(
  { connection, renderer }: Session,
  tables: readonly TableDefinition[],
): Promise<readonly PaddedColumns[]> {
  const { exactCollation } = connection;
  if (exactCollation === undefined || exactCollation === PADDED_COLLATION) return [];
  const rows = await connection.query(
    `select c.table_name as place, c.column_name as name from information_schema.columns c
      where c.table_schema = database() and c.collation_name = ? and not exists (
        select 1 from information_schema.key_column_usage k
        where k.referenced_table_schema = database() and (
          (k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = c.column_name)
          or (k.referenced_table_name = c.table_name and k.referenced_column_name = c.column_name)))`,
    [PADDED_COLLATION],
  );
  const padded = new Set(rows.map(({ place, name }) => `\`${String(place)}\`.${String(name)}`));
  return tables.flatMap(({ name: table, columns }) => {
    const isPadded = ({ name, binary }: ColumnDefinition): boolean =>
      binary === true && padded.has(`${renderer.names.table(table)}.${name}`);
    const found = columns.filter(isPadded);
    return found.length === 0 ? [] : [{ table, columns: found }];
  });
}

/**
 * Gives those columns the collation that takes such blanks for letters. What was unequal stays so, so nothing is refused; a run
 * that is interrupted leaves each table with one or the other, and the next goes on.
 */
async function unpadTexts(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  const { connection, renderer } = session;
  for (const { table, columns } of await findPaddedTexts(session, tables))
    for (const sql of renderer.restateColumns(table, columns)) await connection.query(sql);
}

/** Columns of a SQLite file whose decimals are numbers still, as earlier versions stored them. */
async function findNumericDecimals(
  { connection, renderer: { names } }: Session,
  tables: readonly TableDefinition[],
): Promise<readonly DecimalColumn[]> {
  if (connection.dialect !== 'sqlite') return [];
  const found: DecimalColumn[] = [];
  for (const { name: table, columns } of tables) {
    for (const column of columns.filter(({ type }) => type === 'decimal')) {
      const sql = `select 1 from ${names.table(table)} where ${isNumeric(names.column(column.name))} limit 1`;
      if ((await connection.query(sql)).length > 0) found.push({ table, column });
    }
  }
  return found;
}

/** Gives those decimals the form that sorts and keeps every digit (ADR 14). */
async function sortDecimals(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  for (const found of await findNumericDecimals(session, tables)) await rewrite(session, found);
}

async function rewrite(
  { connection, renderer: { names } }: Session,
  { table, column }: DecimalColumn,
): Promise<void> {
  const [place, name] = [names.table(table), names.column(column.name)];
  // The driver reads integers as doubles; 64 bits are more.
  const value = `case typeof(${name}) when 'integer' then cast(${name} as text) else ${name} end`;
  const select = `select rowid as row_key, ${value} as found from ${place} where ${isNumeric(name)} limit ${BATCH}`;
  for (;;) {
    const rows = await connection.query(select);
    if (rows.length === 0) return;
    const keys = rows.map(({ row_key: key }) => Number(key));
    const texts = rows.map(({ found }) => storedText('sqlite', column, plainText(String(found), column)));
    await connection.query(
      `update ${place} set ${name} = ${caseText('rowid', rows)} where rowid in (${marksFor(rows)})`,
      [...keys.flatMap((key, index) => [key, texts[index] ?? null]), ...keys],
    );
  }
}

function plainText(text: string, { scale = 0 }: ColumnDefinition): string {
  return formatDecimal(comparableDecimal(text) ?? text, scale);
}
