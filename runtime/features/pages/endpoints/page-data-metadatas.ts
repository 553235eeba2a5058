import type { Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { describePageData } from '../page-data-metadata.js';
import { notFound } from '../../../kernel/errors/catalog.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';

const PATH = '/_/page_data_metadatas';

/**
 * Creates `GET /_/page_data_metadatas` and its items: the component slots of each page data type (core.md section
 * 11).
 */
export function createPageDataMetadataEndpoints(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly namespace: string | null;
  readonly publicUrl: string;
  readonly metadataKey: string;
}): Endpoint[] {
  const { registry, iris } = deps;
  const context = {
    '@vocab': `${deps.publicUrl}${iris.prefix}/docs.jsonld#`,
    hydra: 'http://www.w3.org/ns/hydra/core#',
    resourceClass: 'PageDataMetadata/resourceClass',
    properties: 'PageDataMetadata/properties',
  };
  const describe = (resource: RegisteredResource): JsonObject => {
    const { resourceClass, properties } = describePageData(resource, registry, deps.namespace);
    return {
      '@id': `${iris.prefix}${PATH}/${encodeURIComponent(resourceClass)}`,
      '@type': 'PageDataMetadata',
      resourceClass,
      properties: properties.map((property) => ({ ...property })),
      [deps.metadataKey]: { persisted: false },
    };
  };
  const types = registry.all.filter(({ kind }) => kind === 'page_data');
  return [
    {
      method: 'GET',
      pattern: PATH,
      handle: () =>
        Promise.resolve({
          status: 200,
          body: {
            '@context': context,
            '@id': `${iris.prefix}${PATH}`,
            '@type': 'Collection',
            totalItems: types.length,
            member: types.map(describe),
          },
        }),
    },
    {
      method: 'GET',
      pattern: `${PATH}/{id}`,
      handle({ parameters }) {
        const identifier = parameters.id ?? '';
        const resource = registry.byClassIdentifier(identifier);
        if (resource === undefined) throw notFound(`\`${identifier}\` was not found`);
        if (resource.kind !== 'page_data') {
          throw notFound(`Resource class \`${identifier}\` is not a valid page data resource`);
        }
        return Promise.resolve({ status: 200, body: { '@context': context, ...describe(resource) } });
      },
    },
  ];
}
