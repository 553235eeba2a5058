import { countUsage } from './cascade/usage.js';
import type { Publication } from '../publishing/public-api.js';
import type { Endpoint } from '../../kernel/contract/http/http.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import { denied } from '../../kernel/errors/catalog.js';
import type { IriConverter } from '../../kernel/metadata/iri-converter.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';
import { documentTerms } from '../../kernel/serializer/document-terms.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { isPublishable, publishedOf } from '../../kernel/metadata/publication-state.js';

const USAGE = 'ComponentUsageMetadata';
/** Keeps the names of the counts. */
export const USAGE_CONTEXTS = { [USAGE]: documentTerms(USAGE) };

/**
 * Creates `GET /component/<plural>/{id}/usage` for editors (contract decision 63). A draft reports the uses of its
 * published row (core.md section 9).
 */
export function createUsageEndpoint(
  resource: RegisteredResource,
  deps: {
    readonly operations: ResourceOperations;
    readonly iris: IriConverter;
    readonly publication: Pick<Publication, 'maySeeUsage'>;
  },
): Endpoint {
  const { operations, iris, publication } = deps;
  return {
    method: 'GET',
    pattern: `${resource.path}/{id}/usage`,
    tokens: 'scoped',
    mayBePart: true,
    async handle({ parameters, context }) {
      if (!publication.maySeeUsage(resource, context.actor)) throw denied(context.actor);
      const { record } = await operations.readItem(resource, parameters.id ?? '', context);
      const id = countedId(resource, record);
      const { positionCount, pageDataCount, total } = await countUsage(id, operations.sessionFor(context));
      const iri = iris.item(resource, id);
      return {
        status: 200,
        body: {
          '@context': `${iris.prefix}/contexts/${USAGE}`,
          '@id': `${iri}/usage`,
          '@type': USAGE,
          positionCount,
          pageDataCount,
          total,
        },
        tags: [iri],
      };
    },
  };
}

function countedId(resource: RegisteredResource, record: StoredRecord): string {
  return (isPublishable(resource) ? publishedOf(resource, record)?.id : undefined) ?? record.id;
}
