import type { ApiRequest, ApiResponse } from '../contract/http/http.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { CollectionResult } from '../contract/records/operations.js';
import { writeCollection } from '../serializer/collection-writer.js';
import type { ItemSerializer } from '../serializer/item-serializer.js';
import { earliest } from '../util/dates/earliest.js';

/** Prints a collection with its caching data. `viewIri` is the target of the page links. */
export type CollectionPrinter = (
  result: CollectionResult,
  request: Pick<ApiRequest, 'context' | 'queryString'>,
  viewIri?: string,
) => Pick<ApiResponse, 'body' | 'cache' | 'tags' | 'vary' | 'expiresAt'>;

export function createCollectionPrinter(deps: {
  readonly serializer: ItemSerializer;
  readonly iris: IriConverter;
  readonly hydraPrefix: boolean;
}): CollectionPrinter {
  const { serializer, iris, hydraPrefix } = deps;
  return (
    { resource, declared, members, totalItems, page, expiresAt: changesAt, dependsOn },
    { context, queryString },
    viewIri,
  ) => {
    const iri = iris.collection(resource);
    const documents = members.map((member) => serializer.serialize(member, context, 'member'));
    const body = writeCollection(
      {
        declared,
        iri,
        contextIri: `${iris.prefix}/contexts/${resource.name}`,
        members: documents,
        totalItems,
        page,
        viewIri: viewIri ?? iri,
        queryString,
      },
      hydraPrefix,
    );
    const isPersonal = resource.isPersonal === true;
    const expiresAt = members.reduce<Date | undefined>(
      (moment, member) => earliest(moment, member.expiresAt),
      // Responses that contain such a list are not cached either.
      isPersonal ? context.now : changesAt,
    );
    return {
      body,
      tags: [
        iri,
        ...dependsOn.map((type) => iris.collection(type)),
        ...documents.map((document) => String(document['@id'])),
        ...members.flatMap(({ tags }) => [...tags]),
      ],
      vary: [...new Set(members.flatMap(({ vary }) => [...vary]))],
      ...(isPersonal ? { cache: 'user' as const } : {}),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
  };
}
