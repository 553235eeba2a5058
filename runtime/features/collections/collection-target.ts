import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';

/** Returns the resource whose list an IRI identifies, with or without the API prefix; undefined if there is none. */
export type CollectionTarget = (iri: string) => RegisteredResource | undefined;

export function createCollectionTarget(iris: IriConverter): CollectionTarget {
  return (iri) => {
    const target = iris.parse(iri);
    const isList = target?.kind === 'collection' && target.resource.operations.includes('collection');
    return isList ? target.resource : undefined;
  };
}
