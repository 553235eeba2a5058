import type { MigrationStatement } from '../../../kernel/contract/migration.js';
import type { TableDefinition } from '../../../kernel/contract/table.js';
import { replayStatement, tableSet, type TableSet } from './replay.js';

/** Whether the statements find what they change, and nothing in the place of what they make, one after the other. */
export function doAllFit(
  tables: readonly TableDefinition[],
  statements: readonly MigrationStatement[],
): boolean {
  let reached = tableSet(tables);
  for (const statement of statements) {
    if (!doesFit(reached, statement)) return false;
    reached = replayStatement(reached, statement);
  }
  return true;
}

function doesFit(tables: TableSet, statement: MigrationStatement): boolean {
  if (statement.kind === 'createTable') return !tables.has(statement.table.name);
  if (statement.kind === 'dropTable') return tables.has(statement.table.name);
  if (statement.kind === 'renameTable') return tables.has(statement.from) && !tables.has(statement.to);
  if (!('table' in statement)) return true;
  const table = tables.get(statement.table);
  if (table === undefined) return false;
  const has = (list: 'columns' | 'indexes' | 'foreignKeys', name: string): boolean =>
    table[list].some((part) => part.name === name);
  if (statement.kind === 'addColumn') return !has('columns', statement.column.name);
  if (statement.kind === 'dropColumn') return has('columns', statement.column.name);
  if (statement.kind === 'renameColumn')
    return has('columns', statement.from) && !has('columns', statement.to);
  if (statement.kind === 'alterColumn') return has('columns', statement.from.name);
  if (statement.kind === 'addIndex') return !has('indexes', statement.index.name);
  if (statement.kind === 'dropIndex') return has('indexes', statement.index.name);
  if (statement.kind === 'addForeignKey') return !has('foreignKeys', statement.foreignKey.name);
  return statement.kind !== 'dropForeignKey' || has('foreignKeys', statement.foreignKey.name);
}
