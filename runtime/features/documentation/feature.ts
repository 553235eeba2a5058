import type { Kernel } from '../../composition/kernel.js';
import type { Endpoint } from '../../contract/http.js';
import type { JsonObject } from '../../contract/json.js';
import { createDocumentationEndpoints } from '../../http/endpoints/documentation.js';
import { createHealthEndpoints } from '../../http/endpoints/health.js';
import type { Service } from '../../operations/feature.js';
import { featurePaths, withPaths, type FeatureEndpoints } from '../../serializer/feature-paths.js';

export interface DocumentationUses {
  readonly openApi: JsonObject;
  /** `<package version>@<short reference>` */
  readonly release: string;
}

/** What the service says of itself, once all that it answers is known. */
export type Describe = (service: Service, documented: readonly FeatureEndpoints[]) => readonly Endpoint[];

/** Its entrypoint, contexts and documentation, and that it is alive. */
export function createDocumentation(
  { config, registry }: Kernel,
  { openApi, release }: DocumentationUses,
): Describe {
  return ({ database }, documented) => [
    ...createHealthEndpoints({
      ping: async () => void (await database.all('select 1 as alive')),
    }),
    ...createDocumentationEndpoints({
      ...{ config, resources: registry.all, release },
      openApi: withPaths(openApi, featurePaths(documented)),
    }),
  ];
}
