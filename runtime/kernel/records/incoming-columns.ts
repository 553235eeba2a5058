import type { ToOneField } from '../contract/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { createIncomingRelations } from './incoming-relations.js';

/** A column that names records; where it is in a base table, the rows tell of which type they are. */
export interface IncomingColumn {
  readonly table: string;
  readonly column: string;
  /** Null in a base table. */
  readonly type: string | null;
  readonly onDelete: ToOneField['onDelete'];
  readonly nullable: boolean;
  /** One row may name a record, or one pair of rows: a draft names what its published row names. */
  readonly unique: boolean;
}

/** All components, all page data, or one core type: columns name records of a family, and so do statements. */
export function familyOf({ kind, name }: RegisteredResource): string {
  return kind === 'core' ? name : kind;
}

/** Finds the columns that may name records of a family; computed once for each. */
export type IncomingColumns = (family: string) => readonly IncomingColumn[];

export function createIncomingColumns(registry: ResourceRegistry): IncomingColumns {
  const relations = createIncomingRelations(registry);
  const cache = new Map<string, readonly IncomingColumn[]>();
  return (family) => {
    let found = cache.get(family);
    if (found === undefined) cache.set(family, (found = columnsOf(family)));
    return found;
  };

  function columnsOf(family: string): readonly IncomingColumn[] {
    const columns = new Map<string, IncomingColumn>();
    for (const target of registry.all.filter((resource) => familyOf(resource) === family)) {
      for (const { resource, field, table } of relations(target.name)) {
        const { column, onDelete, nullable } = field;
        const type = table === resource.baseTable ? null : resource.name;
        const unique = field.unique === true;
        columns.set(`${table}.${column}`, { table, column, type, onDelete, nullable, unique });
      }
    }
    return [...columns.values()];
  }
}
