import type { ResourceDescriptor } from '../kernel/contract/resource.js';
import { ACCOUNT_PATHS } from './account-paths.js';
import type { ApiPart } from './api-part.js';
import { documentDescriptor } from './documented-resource.js';
import { joinParts } from './join-parts.js';
import { describeResource, resourceTag } from './resource-part.js';
import { sharePaths } from './share.js';
import { SHARED_COMPONENTS } from './shared-components.js';
import { SYSTEM_PATHS } from './system-paths.js';

/** Built-in types whose records are named by something else than an id. */
const IDENTIFIERS: Readonly<Record<string, string>> = { SiteConfigParameter: 'key' };

/** What the package itself brings along: the built-in types, the account endpoints, and what all parts refer to. */
export function describeCore(resources: readonly ResourceDescriptor[]): ApiPart {
  const types = resources.map((descriptor) =>
    describeResource(documentDescriptor(descriptor, IDENTIFIERS[descriptor.name])),
  );
  const endpoints: ApiPart = {
    tags: [...resources, { name: 'PageDataMetadata' }].map(resourceTag),
    paths: sharePaths({ ...ACCOUNT_PATHS, ...SYSTEM_PATHS }, {}),
    components: SHARED_COMPONENTS,
  };
  return joinParts([...types, endpoints]);
}
