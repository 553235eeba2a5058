import type { IriConverter } from '../../metadata/iri-converter.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';

/** The resource whose list an IRI names, with or without the API prefix; undefined when there is no such list. */
export type CollectionTarget = (iri: string) => RegisteredResource | undefined;

export function createCollectionTarget(iris: IriConverter): CollectionTarget {
  return (iri) => {
    const target = iris.parse(iri);
    if (target?.kind !== 'collection' || !target.resource.operations.includes('collection')) return undefined;
    // Accounts have rules of their own for who may list them; they are no content.
    return target.resource.name === 'User' ? undefined : target.resource;
  };
}
