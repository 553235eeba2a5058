import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { tableOf } from './stored-members.js';

/** Returns the tables in deletion order: referencing tables before referenced ones. */
export function removalOrder(registry: ResourceRegistry): readonly string[] {
  const named = namedTables(registry);
  const behind: string[] = [];
  const met = new Set<string>();
  function visit(table: string): void {
    if (met.has(table)) return; // A self-referencing table, or a cycle of tables, has no better order.
    met.add(table);
    for (const other of [...(named.get(table) ?? [])].sort()) visit(other);
    behind.push(table);
  }
  for (const table of [...named.keys()].sort()) visit(table);
  return behind.reverse();
}

/** Returns the tables that each table references. */
function namedTables(registry: ResourceRegistry): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map<string, Set<string>>();
  const of = (table: string): Set<string> => {
    const found = named.get(table) ?? new Set<string>();
    named.set(table, found);
    return found;
  };
  for (const resource of registry.all) {
    const own = of(resource.table);
    if (resource.baseTable !== null) {
      own.add(resource.baseTable);
      of(resource.baseTable);
    }
    for (const field of resource.fields) {
      if (field.kind !== 'to-one') continue;
      for (const target of registry.all.filter(({ name }) => registry.accepts(field.target, name)))
        of(tableOf(field, resource)).add(rowTable(target));
    }
  }
  return named;
}

/** Returns the table that references to a type point to. */
export function rowTable({ baseTable, table }: RegisteredResource): string {
  return baseTable ?? table;
}
