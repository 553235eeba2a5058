import type { RefusalHeaders } from '../../kernel/contract/records/operations.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { Publication } from './publication.js';
import { isPublishable } from '../../kernel/metadata/publication-state.js';

const NONE = {};

/**
 * Adds a header when a draft with violations cannot be published, for callers who may publish (components.md section
 * 2.8).
 */
export function createRefusalHeaders({
  registry,
  publication,
}: {
  readonly registry: ResourceRegistry;
  readonly publication: Publication;
}): RefusalHeaders {
  const publishable = registry.all.filter(isPublishable);
  return (path) => {
    const resource = publishable.find((candidate) => isBelow(path, candidate.path));
    if (resource === undefined) return undefined;
    return (actor) => (publication.maySeeDrafts(resource, actor) ? { 'valid-to-publish': '0' } : NONE);
  };
}

/** Returns whether the path is the list, with or without a format extension, or below it. */
function isBelow(path: string, list: string): boolean {
  return path.startsWith(list) && ['/', '.', ''].includes(path.charAt(list.length));
}
