import type { Kernel } from '../../composition/kernel.js';
import type { JsonObject } from '../../contract/json.js';
import { createDocumentationEndpoints } from '../../http/endpoints/documentation.js';
import { createHealthEndpoints } from '../../http/endpoints/health.js';
import type { Feature } from '../../operations/feature.js';

export interface DocumentationUses {
  readonly openApi: JsonObject;
  /** `<package version>@<short reference>` */
  readonly release: string;
}

/** What the service says of itself: its entrypoint, contexts and documentation, and that it is alive. */
export function createDocumentation(
  { config, registry }: Kernel,
  { openApi, release }: DocumentationUses,
): Feature {
  return {
    name: 'documentation',
    endpoints: ({ database }) => [
      ...createHealthEndpoints({
        ping: async () => void (await database.all('select 1 as alive')),
      }),
      ...createDocumentationEndpoints({ config, resources: registry.all, openApi, release }),
    ],
  };
}
