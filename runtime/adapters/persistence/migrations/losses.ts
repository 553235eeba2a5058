import type { MigrationStatement } from '../../../kernel/contract/migration.js';
import { lossOf } from '../../../kernel/contract/migration.js';
import type { MigrationConnection } from './connection.js';
import type { TableSet } from './replay.js';
import type { SqlNames } from './sql-text.js';

/** Where a table and its columns of the middle of a migration are before it starts; new ones have no entry. */
interface Origin {
  readonly table: string;
  readonly columns: ReadonlyMap<string, string>;
}

/** What the statements would take from rows that exist, each with the number of rows; a loss of nothing is none. */
export async function findLosses(
  connection: MigrationConnection,
  names: SqlNames,
  { tables, statements }: { readonly tables: TableSet; readonly statements: readonly MigrationStatement[] },
): Promise<readonly string[]> {
  const losses: string[] = [];
  const origins = new Map<string, Origin>();
  for (const table of tables.values()) {
    origins.set(table.name, {
      table: table.name,
      columns: new Map(table.columns.map(({ name }) => [name, name])),
    });
  }
  for (const statement of statements) {
    const loss = lossOf(statement);
    const concerned = loss === undefined ? undefined : concernedRows(names, origins, statement);
    if (concerned !== undefined) {
      const [row] = await connection.query(`select count(*) as found from ${concerned.from}`);
      const found = Number(row?.found ?? 0);
      if (found > 0) losses.push(`${loss} (${found} ${concerned.noun}${found === 1 ? '' : 's'})`);
    }
    follow(origins, statement);
  }
  return losses;
}

/** Where the rows are that a statement takes something from; none where the tables are new. */
function concernedRows(
  names: SqlNames,
  origins: ReadonlyMap<string, Origin>,
  statement: MigrationStatement,
): { readonly from: string; readonly noun: 'row' | 'value' } | undefined {
  if (!('table' in statement)) return undefined;
  const origin = origins.get(typeof statement.table === 'string' ? statement.table : statement.table.name);
  if (origin === undefined) return undefined;
  const from = names.table(origin.table);
  if (statement.kind === 'dropTable') return { from, noun: 'row' };
  if (statement.kind !== 'dropColumn') return undefined;
  const column = origin.columns.get(statement.column.name);
  if (column === undefined) return undefined;
  return { from: `${from} where ${names.column(column)} is not null`, noun: 'value' };
}

function follow(origins: Map<string, Origin>, statement: MigrationStatement): void {
  if (statement.kind === 'renameTable') {
    const origin = origins.get(statement.from);
    origins.delete(statement.from);
    if (origin !== undefined) origins.set(statement.to, origin);
  }
  if (statement.kind === 'dropTable') origins.delete(statement.table.name);
  if (statement.kind !== 'renameColumn' && statement.kind !== 'dropColumn') return;
  const origin = origins.get(statement.table);
  if (origin === undefined) return;
  const columns = new Map(origin.columns);
  const from = statement.kind === 'renameColumn' ? statement.from : statement.column.name;
  const column = columns.get(from);
  columns.delete(from);
  if (statement.kind === 'renameColumn' && column !== undefined) columns.set(statement.to, column);
  origins.set(statement.table, { ...origin, columns });
}
