import type { ToOneField } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { createIncomingRelations } from './incoming-relations.js';
import type { ReferenceIndex } from './reference-index.js';

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
  /** The index that repeats what the column names; null for most columns. */
  readonly indexed: { readonly index: ReferenceIndex; readonly member: string } | null;
}

/** All components, all page data, or one type of another kind: columns name records of a family, and so do statements. */
export function familyOf({ kind, name }: RegisteredResource): string {
  return kind === 'component' || kind === 'page_data' ? kind : name;
}

/** Finds the columns that may name records of a family; computed once for each. */
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
