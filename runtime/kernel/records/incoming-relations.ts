import type { ToOneField } from '../contract/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/** A stored to-one member that may point at records of some type. */
export interface IncomingRelation {
  readonly resource: RegisteredResource;
  readonly field: ToOneField;
  /** Table that holds the column; the base table for members that all types of a kind share. */
  readonly table: string;
}

/** Finds the relations that point at a type; computed once for each type. */
export type IncomingRelations = (type: string) => readonly IncomingRelation[];

export function createIncomingRelations(registry: ResourceRegistry): IncomingRelations {
  const relations = registry.all.flatMap((resource) =>
    resource.fields
      .filter((field): field is ToOneField => field.kind === 'to-one')
      .map((field) => ({
        resource,
        field,
        table: resource.baseFields.includes(field) ? (resource.baseTable ?? resource.table) : resource.table,
      })),
  );
  const cache = new Map<string, readonly IncomingRelation[]>();
  return (type) => {
    let found = cache.get(type);
    if (found === undefined) {
      found = relations.filter(({ field }) => registry.accepts(field.target, type));
      cache.set(type, found);
    }
    return found;
  };
}
