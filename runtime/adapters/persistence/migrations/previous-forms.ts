import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/database/table.js';
import { comparableDecimal, formatDecimal } from '../../../kernel/util/text/decimal.js';
import { PADDED_COLLATION } from '../mysql/exact-collation.js';
import type { MigrationSession } from './apply-migration.js';
import { caseText, marksFor, storedText } from './sql-text.js';

interface DecimalColumn {
  readonly table: string;
  readonly column: ColumnDefinition;
}

/** Rows per statement. */
const BATCH = 500;

const isNumeric = (name: string): string => `typeof(${name}) in ('integer', 'real')`;

interface PaddedColumns {
  readonly table: string;
  readonly columns: readonly ColumnDefinition[];
}

type Session = Pick<MigrationSession, 'connection' | 'renderer'>;

/**
 * Finds and describes data in the format of earlier versions. No migration covers it, because the tables are
 * the same.
 */
export async function findPreviousForms(
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

/** Converts all data to the current format. */
export async function renewForms(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  await sortDecimals(session, tables);
  await unpadTexts(session, tables);
}

/**
 * Finds key columns that MySQL or MariaDB compares without trailing blanks, as created by earlier versions.
 * Columns of a foreign key are skipped, because both ends would have to change together. No field of a type
 * is one.
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
 * Changes these columns to a collation that treats trailing blanks as significant. Unequal values stay
 * unequal, so it cannot fail. After an interruption, the next run continues.
 */
async function unpadTexts(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  const { connection, renderer } = session;
  for (const { table, columns } of await findPaddedTexts(session, tables))
    for (const sql of renderer.restateColumns(table, columns)) await connection.query(sql);
}

/** Finds columns of a SQLite file whose decimals are still numbers, as stored by earlier versions. */
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

/** Converts these decimals to the sortable format that keeps every digit (ADR 14). */
async function sortDecimals(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  for (const found of await findNumericDecimals(session, tables)) await rewrite(session, found);
}

async function rewrite(
  { connection, renderer: { names } }: Session,
  { table, column }: DecimalColumn,
): Promise<void> {
  const [place, name] = [names.table(table), names.column(column.name)];
  // The driver returns integers as doubles, which cannot hold 64 bits.
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
