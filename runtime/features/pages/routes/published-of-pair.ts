import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { isPublishable, publishedOf } from '../../../kernel/metadata/publication-state.js';

/**
 * Returns the published row of a draft, or any other record itself. Only published rows carry routes (components.md
 * section 8.1).
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
