import type { ForeignKeyDefinition, TableDefinition } from '../../runtime/kernel/contract/table.js';

export interface SortedTables {
  /** A table comes after those it refers to; the keys of `later` are left out. */
  readonly tables: readonly TableDefinition[];
  /** Keys that close a circle of tables; they are added when all tables exist. */
  readonly later: readonly { readonly table: string; readonly foreignKey: ForeignKeyDefinition }[];
}

/** Puts tables into an order in which they can be created; reversed, one in which they can be dropped. */
export function sortTables(tables: readonly TableDefinition[]): SortedTables {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const sorted: TableDefinition[] = [];
  const later: { table: string; foreignKey: ForeignKeyDefinition }[] = [];
  const isOpen = (table: TableDefinition, key: ForeignKeyDefinition): boolean =>
    key.references.table !== table.name && waiting.has(key.references.table);
  while (waiting.size > 0) {
    const candidates = [...waiting.values()];
    const ready = candidates.filter((table) => !table.foreignKeys.some((key) => isOpen(table, key)));
    const next =
      ready.length > 0 ? ready : candidates.filter((table) => isOnCircle(table.name, waiting)).slice(0, 1);
    for (const table of next) {
      const open = table.foreignKeys.filter((key) => isOpen(table, key));
      later.push(...open.map((foreignKey) => ({ table: table.name, foreignKey })));
      sorted.push({ ...table, foreignKeys: table.foreignKeys.filter((key) => !open.includes(key)) });
      waiting.delete(table.name);
    }
  }
  return { tables: sorted, later };
}

/** Whether the references of a table lead back to it. */
function isOnCircle(name: string, tables: ReadonlyMap<string, TableDefinition>): boolean {
  const reached = new Set<string>();
  const waiting = [name];
  for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
    for (const { references } of tables.get(table)?.foreignKeys ?? []) {
      if (references.table === name && table !== name) return true;
      if (!reached.has(references.table)) waiting.push(references.table);
      reached.add(references.table);
    }
  }
  return false;
}
