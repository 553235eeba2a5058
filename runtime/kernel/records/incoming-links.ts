import type { LinkTable, ToManyField } from '../contract/resource.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';

/** A many-to-many member whose targets may be records of some type. */
export interface IncomingLink {
  readonly resource: RegisteredResource;
  readonly field: ToManyField & { readonly through: LinkTable };
}

/** Finds the members that list records of a type; computed once for each type. */
export type IncomingLinks = (type: string) => readonly IncomingLink[];

export function createIncomingLinks(registry: ResourceRegistry): IncomingLinks {
  const links = registry.all.flatMap((resource) =>
    resource.fields
      .filter(
        (field): field is IncomingLink['field'] => field.kind === 'to-many' && field.through.kind === 'link',
      )
      .map((field) => ({ resource, field })),
  );
  const cache = new Map<string, readonly IncomingLink[]>();
  return (type) => {
    let found = cache.get(type);
    if (found === undefined) {
      found = links.filter(({ field }) => registry.accepts(field.target, type));
      cache.set(type, found);
    }
    return found;
  };
}
