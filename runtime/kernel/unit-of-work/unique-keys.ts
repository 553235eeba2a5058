import type { Violation } from '../contract/validation.js';
import { constraintName, constraintNameInDatabase } from '../util/constraint-name.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { takenViolation, uniqueRules } from '../metadata/unique-rules.js';

/**
 * Every rule under the names by which databases speak of it: the index (PostgreSQL, MySQL, MariaDB) and the columns
 * with their table (SQLite).
 */
export function uniqueKeys(registry: ResourceRegistry, prefix: string): ReadonlyMap<string, Violation> {
  const keys = new Map<string, Violation>();
  for (const resource of registry.all) {
    for (const rule of uniqueRules(resource)) {
      const { fields } = rule;
      const broken = takenViolation(rule);
      const table = tableOf(resource, fields);
      const columns = fields.map((name) => columnOf(resource, name));
      const index = constraintNameInDatabase(prefix, keyName(resource, table, columns));
      const listed = columns.map((column) => `${prefix}${table}.${column}`).join(', ');
      for (const name of [index, listed]) if (!keys.has(name)) keys.set(name, broken);
    }
  }
  return keys;
}

/** Keys of the base tables have names of their own. */
function keyName({ base }: RegisteredResource, table: string, columns: readonly string[]): string {
  const keys = base?.table.name === table ? base.table.indexes : [];
  const key = keys.find((index) => index.unique && index.columns.join() === columns.join());
  return key?.name ?? constraintName('uniq', table, columns);
}

/** Members of the base table are unique among all types. */
function tableOf(resource: RegisteredResource, fields: readonly string[]): string {
  const isBase = resource.baseFields.some(({ name }) => fields.includes(name));
  return isBase && resource.baseTable !== null ? resource.baseTable : resource.table;
}

function columnOf(resource: RegisteredResource, name: string): string {
  const field = resource.field(name);
  return field !== undefined && 'column' in field ? field.column : name;
}
