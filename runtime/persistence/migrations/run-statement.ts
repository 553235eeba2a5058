import type { MigrationStatement, SqlStatement } from '../../contract/migration.js';
import { type ContentRun, replaceContent } from './replace-content.js';
import { fillOf } from './sql-text.js';

export interface StatementRun extends ContentRun {
  /** The statement may have been carried out before an interruption. */
  readonly isInDoubt: boolean;
}

/** Carries out one statement. */
export async function runStatement(statement: MigrationStatement, run: StatementRun): Promise<void> {
  switch (statement.kind) {
    case 'replaceValue':
    case 'replaceListItem':
    case 'replaceClass':
    case 'replaceIri':
      return replaceContent(statement, run);
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
