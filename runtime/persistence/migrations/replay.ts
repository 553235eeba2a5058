import type { MigrationStatement } from '../../contract/migration.js';
import type { ColumnDefinition, TableDefinition } from '../../contract/table.js';
import { InternalError } from '../../errors/internal-error.js';

/** Tables by unprefixed name, as they are after the statements so far. */
export type TableSet = ReadonlyMap<string, TableDefinition>;

export const NO_TABLES: TableSet = new Map();

/** The tables after `statements`; renames leave their old name in `renamedFrom`. Pure. */
export function replay(tables: TableSet, statements: readonly MigrationStatement[]): TableSet {
  return statements.reduce(replayStatement, tables);
}

/** The definition of `name`. @throws InternalError when the history has no such table. */
export function tableIn(tables: TableSet, name: string): TableDefinition {
  const table = tables.get(name);
  if (table === undefined) throw new InternalError(`The migrations have no table ${name} at this point.`);
  return table;
}

/** The tables after one statement. */
export function replayStatement(tables: TableSet, statement: MigrationStatement): TableSet {
  switch (statement.kind) {
    case 'createTable':
      return new Map([...tables, [statement.table.name, statement.table]]);
    case 'dropTable':
      return without(tables, statement.table.name);
    case 'renameTable':
      return renameTable(tables, statement.from, statement.to);
    case 'renameColumn':
      return renameColumn(tables, statement);
    case 'replaceValue':
    case 'replaceListItem':
    case 'replaceClass':
    case 'replaceIri':
    case 'sql':
      return tables;
    case 'addColumn':
    case 'dropColumn':
    case 'alterColumn':
    case 'addIndex':
    case 'dropIndex':
    case 'addForeignKey':
    case 'dropForeignKey':
      return new Map([
        ...tables,
        [statement.table, changeTable(tableIn(tables, statement.table), statement)],
      ]);
  }
}

type TableChange = Extract<MigrationStatement, { table: string }>;

function changeTable(table: TableDefinition, change: TableChange): TableDefinition {
  switch (change.kind) {
    case 'addColumn':
      return { ...table, columns: [...table.columns, change.column] };
    case 'dropColumn':
      return { ...table, columns: table.columns.filter(({ name }) => name !== change.column.name) };
    case 'alterColumn':
      return {
        ...table,
        columns: table.columns.map((column) => (column.name === change.to.name ? change.to : column)),
      };
    case 'addIndex':
      return { ...table, indexes: [...table.indexes, change.index] };
    case 'dropIndex':
      return { ...table, indexes: table.indexes.filter(({ name }) => name !== change.index.name) };
    case 'addForeignKey':
      return { ...table, foreignKeys: [...table.foreignKeys, change.foreignKey] };
    case 'dropForeignKey':
      return {
        ...table,
        foreignKeys: table.foreignKeys.filter(({ name }) => name !== change.foreignKey.name),
      };
    case 'renameColumn':
    case 'replaceValue':
    case 'replaceListItem':
    case 'replaceClass':
    case 'replaceIri':
      return table;
  }
}

function without(tables: TableSet, name: string): TableSet {
  const rest = new Map(tables);
  rest.delete(name);
  return rest;
}

function renameTable(tables: TableSet, from: string, to: string): TableSet {
  const renamed = [...tables.values()].map((table): [string, TableDefinition] => {
    const foreignKeys = table.foreignKeys.map((key) =>
      key.references.table === from ? { ...key, references: { ...key.references, table: to } } : key,
    );
    if (table.name !== from) return [table.name, { ...table, foreignKeys }];
    return [to, { ...table, name: to, foreignKeys, renamedFrom: [from, ...(table.renamedFrom ?? [])] }];
  });
  return new Map(renamed);
}

function renameColumn(
  tables: TableSet,
  { table, from, to }: { table: string; from: string; to: string },
): TableSet {
  const swap = (names: readonly string[]): readonly string[] =>
    names.map((name) => (name === from ? to : name));
  const renamed = [...tables.values()].map((each): [string, TableDefinition] => {
    const own = each.name === table;
    const foreignKeys = each.foreignKeys.map((key) => ({
      ...key,
      columns: own ? swap(key.columns) : key.columns,
      references:
        key.references.table === table ? { table, columns: swap(key.references.columns) } : key.references,
    }));
    if (!own) return [each.name, { ...each, foreignKeys }];
    return [
      each.name,
      {
        ...each,
        foreignKeys,
        columns: each.columns.map((column) => (column.name === from ? renamedColumn(column, to) : column)),
        primaryKey: swap(each.primaryKey),
        indexes: each.indexes.map((index) => ({ ...index, columns: swap(index.columns) })),
      },
    ];
  });
  return new Map(renamed);
}

function renamedColumn(column: ColumnDefinition, to: string): ColumnDefinition {
  return { ...column, name: to, renamedFrom: [column.name, ...(column.renamedFrom ?? [])] };
}
