import type { MigrationStatement, SqlStatement } from '../../contract/migration.js';
import type { MigrationConnection } from './connection.js';
import type { TableSet } from './replay.js';
import { tableIn } from './replay.js';
import type { MigrationRenderer } from './sql-text.js';
import { fillOf } from './sql-text.js';

export interface StatementRun {
  readonly connection: MigrationConnection;
  readonly renderer: MigrationRenderer;
  /** Definitions before the statement. */
  readonly tables: TableSet;
  readonly iriPrefix: string;
  /** The statement may have been carried out before an interruption. */
  readonly isInDoubt: boolean;
}

/** Carries out one statement. */
export async function runStatement(statement: MigrationStatement, run: StatementRun): Promise<void> {
  switch (statement.kind) {
    case 'replaceValue':
      return replaceValue(statement, run);
    case 'replaceListItem':
      return replaceListItem(statement, run);
    case 'sql':
      return runSql(statement, run);
    case 'createTable':
    case 'dropTable':
    case 'renameTable':
    case 'addColumn':
    case 'dropColumn':
    case 'renameColumn':
    case 'alterColumn':
    case 'addIndex':
    case 'dropIndex':
    case 'addForeignKey':
    case 'dropForeignKey': {
      if (!run.isInDoubt) await assertFillable(statement, run);
      for (const sql of run.renderer.render(statement, run.tables)) await execute(sql, run);
    }
  }
}

async function execute(sql: string, { connection, isInDoubt }: StatementRun): Promise<void> {
  try {
    await connection.query(sql);
  } catch (error) {
    if (!isInDoubt || !isDoneAlready(error)) throw error;
  }
}

/**
 * MySQL's numbers for: table exists, unknown table, no such table, duplicate column, unknown column, duplicate index,
 * nothing to drop, duplicate foreign key (its own code, and the one inside the engine's message).
 */
const DONE_ALREADY = new Set([1050, 1051, 1146, 1060, 1054, 1061, 1091, 1826, 1022]);

function isDoneAlready(error: unknown): boolean {
  if (!(error instanceof Error) || !('errno' in error)) return false;
  return (
    DONE_ALREADY.has(Number(error.errno)) || (Number(error.errno) === 1005 && error.message.includes('121'))
  );
}

type Replacement = Extract<MigrationStatement, { kind: 'replaceValue' | 'replaceListItem' }>;

async function replaceValue({ table, column, from, to }: Replacement, run: StatementRun): Promise<void> {
  const { names } = run.renderer;
  const name = names.column(column);
  await run.connection.query(`update ${names.table(table)} set ${name} = ? where ${name} = ?`, [to, from]);
}

/** Decodes every list: its text may be written in more than one way, so that matching text would miss some. */
async function replaceListItem({ table, column, from, to }: Replacement, run: StatementRun): Promise<void> {
  const { names } = run.renderer;
  const target = names.table(table);
  const name = names.column(column);
  const keys = tableIn(run.tables, table).primaryKey;
  const rows = await run.connection.query(
    `select ${names.columns([...keys, column])} from ${target} where ${name} is not null`,
  );
  const replaced = new Map([
    [from, to],
    [run.iriPrefix + from, run.iriPrefix + to],
  ]);
  const condition = keys.map((key) => `${names.column(key)} = ?`).join(' and ');
  for (const row of rows) {
    const stored = row[column];
    const list: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored;
    if (!Array.isArray(list)) continue;
    const next = list.map((item: unknown) =>
      typeof item === 'string' ? (replaced.get(item) ?? item) : item,
    );
    if (next.every((item, index) => item === list[index])) continue;
    const values = [JSON.stringify(next), ...keys.map((key) => String(row[key]))];
    await run.connection.query(`update ${target} set ${name} = ? where ${condition}`, values);
  }
}

async function runSql({ text }: SqlStatement, { connection, renderer }: StatementRun): Promise<void> {
  const { dialect } = connection;
  const alike = dialect === 'mysql' ? 'mariadb' : dialect;
  const sql = typeof text === 'string' ? text : (text[dialect] ?? text[alike] ?? '');
  const named = sql.replaceAll(/\{([a-z0-9_]+)\}/g, (_match, name: string) => renderer.names.table(name));
  if (named.trim() !== '') await connection.query(named);
}

/** A required reference has no empty value, so existing rows must not need one. */
async function assertFillable(
  statement: MigrationStatement,
  { connection, renderer }: StatementRun,
): Promise<void> {
  const isAdded = statement.kind === 'addColumn';
  const isRequired = statement.kind === 'alterColumn' && statement.from.nullable;
  if (!isAdded && !isRequired) return;
  const column = isAdded ? statement.column : statement.to;
  if (column.nullable || fillOf(column) !== undefined) return;
  const { names } = renderer;
  const condition = isAdded ? '' : ` where ${names.column(column.name)} is null`;
  const rows = await connection.query(`select 1 from ${names.table(statement.table)}${condition} limit 1`);
  if (rows.length === 0) return;
  throw new Error(
    `rows of ${statement.table} exist that have no value for the required ${column.name}. Make it optional, give every ` +
      `row a value, then make it required.`,
  );
}
