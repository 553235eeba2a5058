import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { isPublishable, publishedOf } from '../../../kernel/metadata/publication-state.js';

/**
 * The published row of a draft; any other record itself. A draft never carries the route of its pair (components.md
 * section 8.1), so a route for the draft is one for the pair.
 */
export type PublishedOfPair = (reference: Reference, session: SqlSession) => Promise<Reference>;

export function createPublishedOfPair({
  registry,
  reader,
}: Pick<Kernel, 'registry' | 'reader'>): PublishedOfPair {
  return async (reference, session) => {
    const resource = registry.require(reference.type);
    if (!isPublishable(resource)) return reference;
    const record = await reader.find(session, reference);
    return (record && publishedOf(resource, record)) ?? reference;
  };
}
