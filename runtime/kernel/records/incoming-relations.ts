import type { LinkTable, ToManyField, ToOneField } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/** A stored to-one field that may reference records of a type. */
export interface IncomingRelation {
  readonly resource: RegisteredResource;
  readonly field: ToOneField;
  /** Table that holds the column; the base table for fields shared by all types of a kind. */
  readonly table: string;
}

/** A many-to-many field whose targets may be records of a type. */
export interface IncomingLink {
  readonly resource: RegisteredResource;
  readonly field: ToManyField & { readonly through: LinkTable };
}

/** Returns the fields that may reference records of a type; computed once for each type. */
export type IncomingMembers<Incoming> = (type: string) => readonly Incoming[];

/** Returns the to-one fields that reference a type. */
export function createIncomingRelations(registry: ResourceRegistry): IncomingMembers<IncomingRelation> {
  const relations = registry.all.flatMap((resource) =>
    resource.fields
      .filter((field): field is ToOneField => field.kind === 'to-one')
      .map((field) => ({
        resource,
        field,
        table: resource.baseFields.includes(field) ? (resource.baseTable ?? resource.table) : resource.table,
      })),
  );
  return byTarget(relations, registry);
}

/** Returns the list fields that reference records of a type. */
export function createIncomingLinks(registry: ResourceRegistry): IncomingMembers<IncomingLink> {
  const links = registry.all.flatMap((resource) =>
    resource.fields
      .filter(
        (field): field is IncomingLink['field'] => field.kind === 'to-many' && field.through.kind === 'link',
      )
      .map((field) => ({ resource, field })),
  );
  return byTarget(links, registry);
}

function byTarget<Incoming extends IncomingRelation | IncomingLink>(
  all: readonly Incoming[],
  registry: ResourceRegistry,
): IncomingMembers<Incoming> {
  const cache = new Map<string, readonly Incoming[]>();
  return (type) => {
    const found = cache.get(type) ?? all.filter(({ field }) => registry.accepts(field.target, type));
    cache.set(type, found);
    return found;
  };
}
