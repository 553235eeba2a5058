import type { Migration, MigrationStatement } from '../../../../kernel/contract/database/migration.js';
import { changeTypes, type SchemaState } from '../../../../kernel/contract/database/schema-state.js';
import type { ColumnDefinition, TableDefinition } from '../../../../kernel/contract/database/table.js';
import { InternalError } from '../../../../kernel/errors/internal-error.js';

/** Tables by unprefixed name, after the statements so far. */
export type TableSet = ReadonlyMap<string, TableDefinition>;

export const NO_TABLES: TableSet = new Map();

/**
 * Returns the tables after `statements`. Renames record the old name in `renamedFrom`. Pure. Two branches may
 * contain the same change, so existing parts are not added twice and statements about missing tables have no
 * effect.
 */
export function replay(tables: TableSet, statements: readonly MigrationStatement[]): TableSet {
  return statements.reduce(replayStatement, tables);
}

/** Returns the state after a migration. Pure. */
export function replayOn(state: SchemaState, { up, types }: Pick<Migration, 'up' | 'types'>): SchemaState {
  return {
    tables: [...replay(tableSet(state.tables), up).values()],
    types: changeTypes(state.types, types),
  };
}

/** Returns the tables by name. */
export function tableSet(tables: readonly TableDefinition[]): TableSet {
  return new Map(tables.map((table) => [table.name, table]));
}

/** Returns the definition of `name`. @throws InternalError if the history has no such table. */
export function tableIn(tables: TableSet, name: string): TableDefinition {
  const table = tables.get(name);
  if (table === undefined) throw new InternalError(`The migrations have no table ${name} at this point.`);
  return table;
}

/** Returns the tables after one statement. */
export function replayStatement(tables: TableSet, statement: MigrationStatement): TableSet {
  if (statement.kind === 'createTable') return new Map([...tables, [statement.table.name, statement.table]]);
  if (statement.kind === 'dropTable')
    return new Map([...tables].filter(([name]) => name !== statement.table.name));
  if (statement.kind === 'renameTable') return renameTable(tables, statement.from, statement.to);
  if (statement.kind === 'renameColumn') return renameColumn(tables, statement);
  const table = 'table' in statement ? tables.get(statement.table) : undefined;
  return table === undefined ? tables : new Map([...tables, [table.name, changeTable(table, statement)]]);
}

/** A table part that a statement adds or drops. */
export interface PartChange {
  readonly list: 'columns' | 'indexes' | 'foreignKeys';
  readonly part: { readonly name: string };
  readonly isAdded: boolean;
}

/** Returns the part that a statement adds to or drops from its table; undefined for other statements. */
export function partChange(statement: MigrationStatement): PartChange | undefined {
  const isAdded = statement.kind.startsWith('add');
  if (statement.kind === 'addColumn' || statement.kind === 'dropColumn')
    return { list: 'columns', part: statement.column, isAdded };
  if (statement.kind === 'addIndex' || statement.kind === 'dropIndex')
    return { list: 'indexes', part: statement.index, isAdded };
  if (statement.kind === 'addForeignKey' || statement.kind === 'dropForeignKey')
    return { list: 'foreignKeys', part: statement.foreignKey, isAdded };
  return undefined;
}

/** Returns whether all statements apply in order: what they change exists, and what they create does not. */
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
  const change = partChange(statement);
  if (change !== undefined)
    return table[change.list].some(({ name }) => name === change.part.name) !== change.isAdded;
  const hasColumn = (name: string): boolean => table.columns.some((column) => column.name === name);
  if (statement.kind === 'renameColumn') return hasColumn(statement.from) && !hasColumn(statement.to);
  return statement.kind !== 'alterColumn' || hasColumn(statement.from.name);
}

function changeTable(table: TableDefinition, statement: MigrationStatement): TableDefinition {
  const change = partChange(statement);
  if (change !== undefined) {
    const others = table[change.list].filter(({ name }) => name !== change.part.name);
    return { ...table, [change.list]: change.isAdded ? [...others, change.part] : others };
  }
  const columnsWith = (
    name: string,
    map: (column: ColumnDefinition) => ColumnDefinition,
  ): TableDefinition => ({
    ...table,
    columns: table.columns.map((column) => (column.name === name ? map(column) : column)),
  });
  if (statement.kind === 'alterColumn') return columnsWith(statement.to.name, () => statement.to);
  if (statement.kind === 'limitValues')
    return columnsWith(statement.column, ({ enum: _former, ...column }) =>
      statement.to === null ? column : { ...column, enum: statement.to },
    );
  return statement.kind === 'setPublishing' ? withPublishing(table, statement.to) : table;
}

/** Returns the table with another draft setting; null leaves it out, because the setting is unknown. */
export function withPublishing(
  { publishable: _former, ...table }: TableDefinition,
  publishable: boolean | null,
): TableDefinition {
  return publishable === null ? table : { ...table, publishable };
}

function renameTable(tables: TableSet, from: string, to: string): TableSet {
  const renamed = [...tables.values()].map((table): TableDefinition => {
    const foreignKeys = table.foreignKeys.map((key) =>
      key.references.table === from ? { ...key, references: { ...key.references, table: to } } : key,
    );
    return { ...(table.name === from ? withName(table, to) : table), foreignKeys };
  });
  return tableSet(renamed);
}

function renameColumn(
  tables: TableSet,
  { table, from, to }: { readonly table: string; readonly from: string; readonly to: string },
): TableSet {
  const swap = (names: readonly string[]): readonly string[] =>
    names.map((name) => (name === from ? to : name));
  const renamed = [...tables.values()].map((each): TableDefinition => {
    const own = each.name === table;
    const foreignKeys = each.foreignKeys.map((key) => ({
      ...key,
      columns: own ? swap(key.columns) : key.columns,
      references:
        key.references.table === table ? { table, columns: swap(key.references.columns) } : key.references,
    }));
    if (!own) return { ...each, foreignKeys };
    return {
      ...each,
      foreignKeys,
      columns: each.columns.map((column) => (column.name === from ? withName(column, to) : column)),
      primaryKey: swap(each.primaryKey),
      indexes: each.indexes.map((index) => ({ ...index, columns: swap(index.columns) })),
    };
  });
  return tableSet(renamed);
}

function withName<Part extends { readonly name: string; readonly renamedFrom?: readonly string[] }>(
  part: Part,
  name: string,
): Part {
  return { ...part, name, renamedFrom: [part.name, ...(part.renamedFrom ?? [])] };
}
