import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/table.js';
import { comparableDecimal, formatDecimal } from '../../../kernel/util/decimal.js';
import type { MigrationSession } from './carry-out.js';
import { caseText, marksFor, storedText } from './sql-text.js';

type Session = Pick<MigrationSession, 'connection' | 'renderer'>;

interface DecimalColumn {
  readonly table: string;
  readonly column: ColumnDefinition;
}

/** Rows rewritten by one statement. */
const BATCH = 500;

/** Columns of a SQLite file whose decimals are numbers still, as earlier versions stored them. */
export async function findNumericDecimals(
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

/** Gives those decimals the form that sorts and keeps every digit (ADR 55). */
export async function sortDecimals(session: Session, tables: readonly TableDefinition[]): Promise<void> {
  for (const found of await findNumericDecimals(session, tables)) await rewrite(session, found);
}

async function rewrite(
  { connection, renderer: { names } }: Session,
  { table, column }: DecimalColumn,
): Promise<void> {
  const [place, name] = [names.table(table), names.column(column.name)];
  // The driver reads integers as doubles; 64 bits are more.
  const value = `case typeof(${name}) when 'integer' then cast(${name} as text) else ${name} end`;
  const select = `select rowid as row_key, ${value} as stored from ${place} where ${isNumeric(name)} limit ${BATCH}`;
  for (;;) {
    const rows = await connection.query(select);
    if (rows.length === 0) return;
    const keys = rows.map(({ row_key: key }) => Number(key));
    const texts = rows.map(({ stored }) => storedText('sqlite', column, plainText(String(stored), column)));
    await connection.query(
      `update ${place} set ${name} = ${caseText('rowid', rows)} where rowid in (${marksFor(rows)})`,
      [...keys.flatMap((key, index) => [key, texts[index] ?? null]), ...keys],
    );
  }
}

const isNumeric = (name: string): string => `typeof(${name}) in ('integer', 'real')`;

function plainText(text: string, { scale = 0 }: ColumnDefinition): string {
  return formatDecimal(comparableDecimal(text) ?? text, scale);
}
