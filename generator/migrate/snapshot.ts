import type { ColumnDefinition, TableDefinition } from '../../runtime/contract/table.js';

/** The tables after a migration, as `meta/NNNN_snapshot.json` keeps them. */
export interface Snapshot {
  readonly version: 1;
  readonly tables: readonly TableDefinition[];
}

/** The one way to write a set of tables: sorted, members in a fixed order, hints about former names left out. */
export function createSnapshot(tables: readonly TableDefinition[]): Snapshot {
  return { version: 1, tables: tables.map(canonicalTable).sort(byName) };
}

/** The text of a snapshot file. */
export function printSnapshot(tables: readonly TableDefinition[]): string {
  return `${JSON.stringify(createSnapshot(tables), null, 2)}\n`;
}

export function canonicalTable(table: TableDefinition): TableDefinition {
  return {
    name: table.name,
    columns: table.columns.map(canonicalColumn),
    primaryKey: [...table.primaryKey],
    indexes: table.indexes
      .map(({ name, columns, unique }) => ({ name, columns: [...columns], unique }))
      .sort(byName),
    foreignKeys: table.foreignKeys
      .map(({ name, columns, references, onDelete }) => ({
        name,
        columns: [...columns],
        references: { table: references.table, columns: [...references.columns] },
        onDelete,
      }))
      .sort(byName),
  };
}

/** Absent, null and false say the same of a default and of `binary`, so none of them is written. */
export function canonicalColumn(column: ColumnDefinition): ColumnDefinition {
  const { name, type, nullable, length, precision, scale, binary } = column;
  return {
    name,
    type,
    nullable,
    ...(length === undefined ? {} : { length }),
    ...(precision === undefined ? {} : { precision }),
    ...(scale === undefined ? {} : { scale }),
    ...(column.default == null ? {} : { default: column.default }),
    ...(binary === true ? { binary } : {}),
  };
}

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : Number(left.name > right.name);
}
