import type { Kernel } from '../../composition/kernel.js';
import type { ResourceDescriptor } from '../../contract/resource.js';
import { createDocumentationEndpoints } from '../../http/endpoints/documentation.js';
import { createHealthEndpoints } from '../../http/endpoints/health.js';
import type { ApiPart } from '../../openapi/api-part.js';
import type { Feature } from '../../operations/feature.js';

export interface DocumentationUses {
  readonly openApi: ApiPart;
  /** As they are documented: whether enabled or not, the user's own fields included. */
  readonly coreResources: readonly ResourceDescriptor[];
  /** `<package version>@<short reference>` */
  readonly release: string;
}

/** What the service says of itself: its entrypoint, contexts and documentation, and that it is alive. */
export function createDocumentation(
  { config, registry }: Kernel,
  { openApi, coreResources, release }: DocumentationUses,
): Feature {
  return {
    name: 'documentation',
    endpoints: ({ database }) => [
      ...createHealthEndpoints({
        ping: async () => void (await database.all('select 1 as alive')),
      }),
      ...createDocumentationEndpoints({ config, resources: registry.all, coreResources, parts: [openApi], release }),
    ],
  };
}
