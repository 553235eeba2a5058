import type {
  Migration,
  MigrationStatement,
  PublishingStatement,
  SchemaStatement,
  ValuesStatement,
} from '../../../kernel/contract/migration.js';
import { changeTypes, type SchemaState } from '../../../kernel/contract/schema-state.js';
import type { ColumnDefinition, TableDefinition } from '../../../kernel/contract/table.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';

/** Tables by unprefixed name, as they are after the statements so far. */
export type TableSet = ReadonlyMap<string, TableDefinition>;

export const NO_TABLES: TableSet = new Map();

/**
 * The tables after `statements`; renames leave their old name in `renamedFrom`. What is there already is not there
 * twice, and what speaks of a table that is not there does nothing: two branches may have made the same change. Pure.
 */
export function replay(tables: TableSet, statements: readonly MigrationStatement[]): TableSet {
  return statements.reduce(replayStatement, tables);
}

/** A state after a migration. Pure. */
export function replayOn(state: SchemaState, { up, types }: Pick<Migration, 'up' | 'types'>): SchemaState {
  return {
    tables: [...replay(tableSet(state.tables), up).values()],
    types: changeTypes(state.types, types),
  };
}

/** Tables by name. */
export function tableSet(tables: readonly TableDefinition[]): TableSet {
  return new Map(tables.map((table) => [table.name, table]));
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
    case 'columnToLinks':
    case 'linksToColumn':
    case 'sql':
      return tables;
    case 'addColumn':
    case 'dropColumn':
    case 'alterColumn':
    case 'addIndex':
    case 'dropIndex':
    case 'addForeignKey':
    case 'dropForeignKey':
    case 'limitValues':
    case 'setPublishing': {
      const table = tables.get(statement.table);
      return table === undefined ? tables : new Map([...tables, [table.name, changeTable(table, statement)]]);
    }
  }
}

type TableChange = Extract<SchemaStatement, { table: string }> | PublishingStatement | ValuesStatement;

function withValues(table: TableDefinition, { column, to }: ValuesStatement): TableDefinition {
  const columns = table.columns.map((each) => (each.name === column ? limited(each, to) : each));
  return { ...table, columns };
}

function limited(
  { enum: _former, ...column }: ColumnDefinition,
  values: ValuesStatement['to'],
): ColumnDefinition {
  return values === null ? column : { ...column, enum: values };
}

function withPublishing(
  { publishable: _former, ...table }: TableDefinition,
  publishable: boolean | null,
): TableDefinition {
  return publishable === null ? table : { ...table, publishable };
}

function changeTable(table: TableDefinition, change: TableChange): TableDefinition {
  switch (change.kind) {
    case 'addColumn':
      return { ...table, columns: withPart(table.columns, change.column) };
    case 'dropColumn':
      return { ...table, columns: table.columns.filter(({ name }) => name !== change.column.name) };
    case 'alterColumn':
      return {
        ...table,
        columns: table.columns.map((column) => (column.name === change.to.name ? change.to : column)),
      };
    case 'addIndex':
      return { ...table, indexes: withPart(table.indexes, change.index) };
    case 'dropIndex':
      return { ...table, indexes: table.indexes.filter(({ name }) => name !== change.index.name) };
    case 'addForeignKey':
      return { ...table, foreignKeys: withPart(table.foreignKeys, change.foreignKey) };
    case 'dropForeignKey':
      return {
        ...table,
        foreignKeys: table.foreignKeys.filter(({ name }) => name !== change.foreignKey.name),
      };
    case 'limitValues':
      return withValues(table, change);
    case 'setPublishing':
      return withPublishing(table, change.to);
    case 'renameColumn':
      return table;
  }
}

function withPart<Part extends { readonly name: string }>(
  parts: readonly Part[],
  part: Part,
): readonly Part[] {
  return [...parts.filter(({ name }) => name !== part.name), part];
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
