import type { Describe } from '../../kernel/endpoints/compile-endpoints.js';
import type { PathsObject, SchemasObject } from 'openapi3-ts/oas31';
import type { Kernel } from '../../kernel/kernel.js';
import type { ResourceDescriptor } from '../../kernel/contract/resource.js';
import { createDocumentationEndpoints, printOpenApi, type DocumentationDeps } from './documentation.js';
import { createHealthEndpoints } from './health.js';
import type { ApiPart } from '../../openapi/api-part.js';
import { featurePaths, type FeatureEndpoints } from '../../kernel/serializer/feature-paths.js';

export interface DocumentationUses {
  readonly openApi: ApiPart;
  /** As they are documented: whether enabled or not, the user's own fields included. */
  readonly coreResources: readonly ResourceDescriptor[];
  /** `<package version>@<short reference>` */
  readonly release: string;
}

/** What a service says of itself. */
export interface Documentation {
  /** Its entrypoint, contexts and documentation, and that it is alive. */
  readonly describe: Describe;
  /** The OpenAPI document, once `describe` was told of all endpoints. */
  openApi(): Promise<string>;
}

export function createDocumentation(
  { config, registry }: Kernel,
  { openApi, coreResources, release }: DocumentationUses,
): Documentation {
  const deps = (documented: readonly FeatureEndpoints[]): DocumentationDeps => ({
    ...{ config, resources: registry.all, coreResources, release },
    parts: [openApi, partOfFeatures(documented)],
    contexts: Object.assign({}, ...documented.map((one) => one.contexts)) as DocumentationDeps['contexts'],
  });
  let known: readonly FeatureEndpoints[] = [];
  return {
    describe({ database }, documented) {
      known = documented;
      const ping = async (): Promise<void> => void (await database.all('select 1 as alive'));
      return [...createHealthEndpoints({ ping }), ...createDocumentationEndpoints(deps(documented))];
    },
    openApi: () => printOpenApi(deps(known)),
  };
}

/** Operations are what their authors wrote, of whom each answers for the form of their own. */
function partOfFeatures(documented: readonly FeatureEndpoints[]): ApiPart {
  const schemas = Object.assign({}, ...documented.map((one) => one.schemas)) as SchemasObject;
  return { paths: featurePaths(documented) as PathsObject, components: { schemas } };
}

export { createDocsAssetsMount } from './docs-page/assets.js';
