import type { Describe } from '../../kernel/endpoints/compile-endpoints.js';
import type { PathsObject, SchemasObject } from 'openapi3-ts/oas31';
import type { Kernel } from '../../kernel/kernel.js';
import type { ResourceDescriptor } from '../../kernel/contract/resource.js';
import { createDocumentationEndpoints } from './documentation.js';
import { createHealthEndpoints } from './health.js';
import type { ApiPart } from '../../openapi/api-part.js';
import { featurePaths } from '../../kernel/serializer/feature-paths.js';

export interface DocumentationUses {
  readonly openApi: ApiPart;
  /** As they are documented: whether enabled or not, the user's own fields included. */
  readonly coreResources: readonly ResourceDescriptor[];
  /** `<package version>@<short reference>` */
  readonly release: string;
}

/** Its entrypoint, contexts and documentation, and that it is alive. */
export function createDocumentation(
  { config, registry }: Kernel,
  { openApi, coreResources, release }: DocumentationUses,
): Describe {
  return ({ database }, documented) => {
    // Operations are what their authors wrote, of whom each answers for the form of their own.
    const ofFeatures: ApiPart = {
      paths: featurePaths(documented) as PathsObject,
      components: {
        schemas: Object.assign({}, ...documented.map(({ schemas }) => schemas)) as SchemasObject,
      },
    };
    return [
      ...createHealthEndpoints({
        ping: async () => void (await database.all('select 1 as alive')),
      }),
      ...createDocumentationEndpoints({
        ...{ config, resources: registry.all, coreResources, release },
        parts: [openApi, ofFeatures],
      }),
    ];
  };
}

export { createDocsAssetsMount } from './docs-page/assets.js';
