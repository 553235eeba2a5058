import type { MigrationStatement } from '../../contract/migration.js';
import type { TableDefinition } from '../../contract/table.js';
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
  switch (statement.kind) {
    case 'createTable':
      return !tables.has(statement.table.name);
    case 'dropTable':
      return tables.has(statement.table.name);
    case 'renameTable':
      return tables.has(statement.from) && !tables.has(statement.to);
    case 'sql':
      return true;
    default: {
      const table = tables.get(statement.table);
      return table !== undefined && doesFitTable(table, statement);
    }
  }
}

type TableStatement = Extract<MigrationStatement, { readonly table: string }>;

function doesFitTable(table: TableDefinition, statement: TableStatement): boolean {
  const has = (parts: readonly { readonly name: string }[], name: string): boolean =>
    parts.some((part) => part.name === name);
  switch (statement.kind) {
    case 'addColumn':
      return !has(table.columns, statement.column.name);
    case 'dropColumn':
      return has(table.columns, statement.column.name);
    case 'renameColumn':
      return has(table.columns, statement.from) && !has(table.columns, statement.to);
    case 'alterColumn':
      return has(table.columns, statement.from.name);
    case 'addIndex':
      return !has(table.indexes, statement.index.name);
    case 'dropIndex':
      return has(table.indexes, statement.index.name);
    case 'addForeignKey':
      return !has(table.foreignKeys, statement.foreignKey.name);
    case 'dropForeignKey':
      return has(table.foreignKeys, statement.foreignKey.name);
    default:
      return true;
  }
}
