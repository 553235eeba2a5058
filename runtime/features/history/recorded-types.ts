import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { isPublishable, publishedOf } from '../../kernel/metadata/publication-state.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';

/** Decides which types have a history. */
export type IsRecorded = (resource: ResourceDescriptor) => boolean;

/**
 * Types that hold data of persons have none: accounts, and what submissions of forms are stored as. Nor have those that say so
 * (`x-history: false`).
 */
export function createIsRecorded(submitted: ReadonlySet<string>): IsRecorded {
  return ({ name, isPersonal, extensions }) => {
    const { isRecorded = true }: { readonly isRecorded?: boolean } = extensions?.history ?? {};
    return isRecorded && isPersonal !== true && !submitted.has(name);
  };
}

/** The id that the history of a record is kept under: that of the published record for a draft, which is read at its address. */
export function subjectOf(resource: RegisteredResource, record: StoredRecord): string {
  const published = isPublishable(resource) ? publishedOf(resource, record) : null;
  return published?.id ?? record.id;
}
