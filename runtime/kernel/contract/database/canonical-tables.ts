import type { ColumnDefinition, ForeignKeyDefinition, IndexDefinition, TableDefinition } from './table.js';

/** Returns the canonical form of a set of tables: sorted, members in a fixed order, without rename hints. */
export function canonicalTables(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  return tables.map(canonicalTable).sort(byName);
}

/** Returns whether two sets of tables are equal for a database. The order of columns does not matter. */
export function areSameTables(left: readonly TableDefinition[], right: readonly TableDefinition[]): boolean {
  return left.length === right.length && comparedText(left) === comparedText(right);
}

/**
 * Returns the canonical form of a column. Absent, null and false mean the same for a default and for
 * `binary`, so they are omitted.
 */
export function canonicalColumn(column: ColumnDefinition): ColumnDefinition {
  const { name, type, nullable, length, precision, scale, binary, numbered } = column;
  return {
    name,
    type,
    nullable,
    ...(length === undefined ? {} : { length }),
    ...(precision === undefined ? {} : { precision }),
    ...(scale === undefined ? {} : { scale }),
    ...(column.default == null ? {} : { default: column.default }),
    ...(binary === true ? { binary } : {}),
    ...(numbered === true ? { numbered } : {}),
    ...(column.enum === undefined ? {} : { enum: [...column.enum] }),
  };
}

export function canonicalIndex({ name, columns, unique, nullsFirst }: IndexDefinition): IndexDefinition {
  return { name, columns: [...columns], unique, ...(nullsFirst === true ? { nullsFirst } : {}) };
}

export function canonicalForeignKey({
  name,
  columns,
  references: { table, columns: targets },
  onDelete,
}: ForeignKeyDefinition): ForeignKeyDefinition {
  return { name, columns: [...columns], references: { table, columns: [...targets] }, onDelete };
}

function canonicalTable(table: TableDefinition): TableDefinition {
  return {
    name: table.name,
    columns: table.columns.map(canonicalColumn),
    primaryKey: [...table.primaryKey],
    indexes: table.indexes.map(canonicalIndex).sort(byName),
    foreignKeys: table.foreignKeys.map(canonicalForeignKey).sort(byName),
    ...(table.publishable === undefined ? {} : { publishable: table.publishable }),
  };
}

function comparedText(tables: readonly TableDefinition[]): string {
  const sorted = canonicalTables(tables);
  return JSON.stringify(sorted.map((table) => ({ ...table, columns: [...table.columns].sort(byName) })));
}

/** Compares by name, by code unit. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : Number(left.name > right.name);
}
