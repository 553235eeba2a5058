import type { DialectName } from '../../../kernel/contract/database/database.js';
import type {
  LinkStatement,
  MigrationStatement,
  SchemaStatement,
  SqlStatement,
} from '../../../kernel/contract/database/migration.js';
import { isConversion } from '../../../kernel/contract/database/migration.js';
import { convertColumn } from './convert-column.js';
import { type ContentRun, replaceContent } from './replace-content.js';
import { setPublishing } from './set-publishing.js';

export interface StatementRun extends ContentRun {
  /** Whether the statement may have been applied before an interruption. */
  readonly isInDoubt: boolean;
}

/** Runs one statement. */
export async function runStatement(statement: MigrationStatement, run: StatementRun): Promise<void> {
  switch (statement.kind) {
    case 'replaceValue':
    case 'replaceListItem':
    case 'replaceClass':
    case 'replaceIri':
      return replaceContent(statement, run);
    case 'columnToLinks':
    case 'linksToColumn':
      return carryLinks(statement, run);
    case 'setPublishing':
      return setPublishing(statement, run);
    case 'limitValues':
      return; // Enforced by the application; the rows were checked before.
    case 'sql':
      return runSql(statement, run);
    case 'alterColumn':
      return isConversion(statement.from, statement.to) ? convert(statement, run) : render(statement, run);
    case 'createTable':
    case 'dropTable':
    case 'renameTable':
    case 'addColumn':
    case 'dropColumn':
    case 'renameColumn':
    case 'addIndex':
    case 'dropIndex':
    case 'addForeignKey':
    case 'dropForeignKey':
      return render(statement, run);
  }
}

function convert(statement: Parameters<typeof convertColumn>[0], run: StatementRun): Promise<void> {
  return convertColumn(statement, {
    ...run,
    execute: (sql, mayBeDone = false) => execute(sql, { ...run, isInDoubt: run.isInDoubt || mayBeDone }),
  });
}

async function render(statement: SchemaStatement, run: StatementRun): Promise<void> {
  for (const sql of run.renderer.render(statement, run.tables)) await execute(sql, run);
}

async function execute(sql: string, { connection, isInDoubt }: StatementRun): Promise<void> {
  try {
    await connection.query(sql);
  } catch (error) {
    if (!isInDoubt || !isDoneAlready(error)) throw error;
  }
}

/**
 * MySQL error codes of statements that were already applied. In order: table exists, unknown table, no such
 * table, duplicate column, unknown column, duplicate index, nothing to drop. The last two are for duplicate
 * foreign keys: the server's code, and the one in the engine's message.
 */
const DONE_ALREADY = new Set([1050, 1051, 1146, 1060, 1054, 1061, 1091, 1826, 1022]);

function isDoneAlready(error: unknown): boolean {
  if (!(error instanceof Error) || !('errno' in error)) return false;
  return (
    DONE_ALREADY.has(Number(error.errno)) || (Number(error.errno) === 1005 && error.message.includes('121'))
  );
}

/** SQL for one of these two databases applies to the other as well. */
const RELATIVES: Readonly<Record<DialectName, DialectName>> = {
  mysql: 'mariadb',
  mariadb: 'mysql',
  postgres: 'postgres',
  sqlite: 'sqlite',
};

async function runSql({ text }: SqlStatement, { connection, renderer }: StatementRun): Promise<void> {
  const { dialect } = connection;
  const alike = RELATIVES[dialect];
  const sql = typeof text === 'string' ? text : (text[dialect] ?? text[alike] ?? '');
  const named = sql.replaceAll(/\{([a-z0-9_]+)\}/g, (_match, name: string) => renderer.names.table(name));
  if (named.trim() !== '') await connection.query(named);
}

/** Copies the links of a relation to their new location; can be repeated. */
async function carryLinks(
  { kind, table, column, links }: LinkStatement,
  { connection, renderer: { names } }: ContentRun,
): Promise<void> {
  const [own, target] = [names.column(links.ownColumn), names.column(links.targetColumn)];
  const source = `${names.table(table)} source`;
  const reference = `source.${names.column(column)}`;
  const link = `${names.table(links.table)} link`;
  const order = [...(links.position === undefined ? [] : [names.column(links.position)]), target];
  await connection.query(
    kind === 'columnToLinks'
      ? `insert into ${names.table(links.table)} (${own}, ${target})
          select source.id, ${reference}
          from ${source}
          where ${reference} is not null
            and not exists (select 1 from ${link} where link.${own} = source.id and link.${target} = ${reference})`
      : `update ${names.table(table)} set ${names.column(column)} = (
          select link.${target}
          from ${link}
          where link.${own} = ${names.table(table)}.id
          order by ${order.map((each) => `link.${each}`).join(', ')}
          limit 1
        )`,
  );
}
