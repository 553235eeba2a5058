import type { ResourceDescriptor } from '../kernel/contract/schema/resource.js';
import type { ApiPart } from '../kernel/contract/http/api-part.js';
import { documentDescriptor, type DocumentedExtras, type DocumentedResource } from './documented-resource.js';
import { joinParts } from './join-parts.js';
import { describeResource, resourceTag } from './resource-part.js';
import { SHARED_COMPONENTS } from './shared-components.js';
import { SYSTEM_PATHS } from './system-paths.js';
import { buildApiDocument, type DeploymentFacts } from './api-document.js';

/** Facts about built-in types that their descriptors do not contain. */
const EXTRAS: Readonly<Record<string, DocumentedExtras>> = {
  SiteConfigParameter: { identifier: 'key' },
  // Write rules require these fields, not the rules of the descriptor.
  Collection: { required: ['resourceIri'], example: { resourceIri: '/_/pages', perPage: 10 } },
  Form: { required: ['formType'] },
  // Every site has a home page.
  Route: { example: { path: '/an-old-address', name: 'an-old-address', redirect: '/_/routes//' } },
};

/** Documents a built-in type. */
export function documentBuiltIn(descriptor: ResourceDescriptor): DocumentedResource {
  return documentDescriptor(descriptor, EXTRAS[descriptor.name]);
}

/**
 * Returns the part of the package: the built-in types, their further endpoints, and the components that all parts
 * reference.
 */
export function describeCore(resources: readonly ResourceDescriptor[]): ApiPart {
  const types = resources.map((descriptor) => describeResource(documentBuiltIn(descriptor)));
  const endpoints: ApiPart = {
    tags: [...resources, PAGE_DATA_METADATA].map(resourceTag),
    paths: SYSTEM_PATHS,
    components: SHARED_COMPONENTS,
  };
  return joinParts([...types, endpoints]);
}

const PAGE_DATA_METADATA = {
  name: 'PageDataMetadata',
  description: 'Which members of page data hold components, by type.',
};

/** Returns the whole document as text: the built-in types and endpoints, and every other part. */
export function printApiDocument(
  coreResources: readonly ResourceDescriptor[],
  parts: readonly ApiPart[],
  facts: DeploymentFacts,
): string {
  return JSON.stringify(buildApiDocument([describeCore(coreResources), ...parts], facts));
}
