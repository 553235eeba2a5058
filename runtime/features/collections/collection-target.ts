import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';

/** The resource whose list an IRI names, with or without the API prefix; undefined when there is no such list. */
export type CollectionTarget = (iri: string) => RegisteredResource | undefined;

export function createCollectionTarget(iris: IriConverter): CollectionTarget {
  return (iri) => {
    const target = iris.parse(iri);
    const isList = target?.kind === 'collection' && target.resource.operations.includes('collection');
    return isList ? target.resource : undefined;
  };
}
