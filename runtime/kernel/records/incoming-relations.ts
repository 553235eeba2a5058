import type { LinkTable, ToManyField, ToOneField } from '../contract/schema/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/** A stored to-one member that may point at records of some type. */
export interface IncomingRelation {
  readonly resource: RegisteredResource;
  readonly field: ToOneField;
  /** Table that holds the column; the base table for members that all types of a kind share. */
  readonly table: string;
}

/** A many-to-many member whose targets may be records of some type. */
export interface IncomingLink {
  readonly resource: RegisteredResource;
  readonly field: ToManyField & { readonly through: LinkTable };
}

/** Finds the members that name records of a type; computed once for each type. */
export type IncomingMembers<Incoming> = (type: string) => readonly Incoming[];

/** The to-one members that point at a type. */
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

/** The members that list records of a type. */
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
