import type { ToOneField } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { createIncomingRelations } from './incoming-relations.js';
import type { ReferenceIndex } from './reference-index.js';

/** A column that references records. In a base table, the rows have the type of the owner. */
export interface IncomingColumn {
  readonly table: string;
  readonly column: string;
  /** Type of the owner; null in a base table. */
  readonly type: string | null;
  readonly onDelete: ToOneField['onDelete'];
  readonly nullable: boolean;
  /** Whether only one record may reference a target. A draft and its published row count as one. */
  readonly unique: boolean;
  /** The index that repeats the column's references; null for most columns. */
  readonly indexed: { readonly index: ReferenceIndex; readonly member: string } | null;
}

/**
 * Returns the family of a type: all components, all page data, or the type itself. Columns and statements
 * reference records by family.
 */
export function familyOf({ kind, name }: RegisteredResource): string {
  return kind === 'component' || kind === 'page_data' ? kind : name;
}

/** Returns the columns that may reference records of a family; computed once for each. */
export type IncomingColumns = (family: string) => readonly IncomingColumn[];

export function createIncomingColumns({
  registry,
  indexes,
}: {
  readonly registry: ResourceRegistry;
  readonly indexes: readonly ReferenceIndex[];
}): IncomingColumns {
  const relations = createIncomingRelations(registry);
  const indexed = new Map(
    indexes.flatMap((index) =>
      index.members.map(({ table, column, member }) => [`${table}.${column}`, { index, member }]),
    ),
  );
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
        const name = `${table}.${column}`;
        const rest = { type, onDelete, nullable, unique, indexed: indexed.get(name) ?? null };
        columns.set(name, { table, column, ...rest });
      }
    }
    return [...columns.values()];
  }
}
