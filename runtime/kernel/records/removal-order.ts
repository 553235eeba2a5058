import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { tableOf } from './stored-members.js';

/** Tables in the order in which rows go: those that name rows before those that are named. */
export function removalOrder(registry: ResourceRegistry): readonly string[] {
  const named = namedTables(registry);
  const behind: string[] = [];
  const met = new Set<string>();
  function visit(table: string): void {
    if (met.has(table)) return; // a table that names itself, or a circle of tables, has no better order
    met.add(table);
    for (const other of [...(named.get(table) ?? [])].sort()) visit(other);
    behind.push(table);
  }
  for (const table of [...named.keys()].sort()) visit(table);
  return behind.reverse();
}

/** The tables that the rows of each table name. */
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

/** The table to whose rows references to a type lead. */
export function rowTable({ baseTable, table }: RegisteredResource): string {
  return baseTable ?? table;
}
