import type { ColumnDefinition, TableDefinition } from '../../runtime/contract/table.js';
import type { StoredType } from './follow-types.js';

/** The state after a migration, as `meta/NNNN_snapshot.json` keeps it. */
export interface Snapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  readonly tables: readonly TableDefinition[];
  /** The names under which rows keep the types: a type that is renamed later may keep its table. */
  readonly types: readonly StoredType[];
}

export const SNAPSHOT_VERSION = 2;

/** The one way to write a set of tables: sorted, members in a fixed order, hints about former names left out. */
export function canonicalTables(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  return tables.map(canonicalTable).sort(byName);
}

/** The text of a snapshot file. */
export function printSnapshot(state: Pick<Snapshot, 'tables' | 'types'>): string {
  const types = state.types.map(canonicalType).sort(byName);
  const snapshot: Snapshot = { version: SNAPSHOT_VERSION, tables: canonicalTables(state.tables), types };
  return `${JSON.stringify(snapshot, null, 2)}\n`;
}

function canonicalType({ name, kind, classIdentifier, path, table }: StoredType): StoredType {
  return { name, kind, classIdentifier, path, table };
}

function canonicalTable(table: TableDefinition): TableDefinition {
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
