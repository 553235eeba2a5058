import type { ResourceDescriptor } from '../kernel/contract/resource.js';
import { buildApiDocument, type DeploymentFacts } from './api-document.js';
import type { ApiPart } from '../kernel/contract/api-part.js';
import { describeCore } from './core-part.js';

/** The text of the whole document: the built-in types and endpoints, and every other part. */
export function printApiDocument(
  coreResources: readonly ResourceDescriptor[],
  parts: readonly ApiPart[],
  facts: DeploymentFacts,
): string {
  return JSON.stringify(buildApiDocument([describeCore(coreResources), ...parts], facts));
}
