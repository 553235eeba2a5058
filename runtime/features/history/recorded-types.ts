import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { isPublishable, publishedOf } from '../../kernel/metadata/publication-state.js';
import type { RegisteredResource } from '../../kernel/metadata/resource-registry.js';

/** Returns whether a type has a history. */
export type IsRecorded = (resource: ResourceDescriptor) => boolean;

/**
 * Excludes types with personal data, namely accounts and stored form submissions, and types that opt out (`x-history:
 * false`).
 */
export function createIsRecorded(submitted: ReadonlySet<string>): IsRecorded {
  return ({ name, isPersonal, extensions }) => {
    const { isRecorded = true }: { readonly isRecorded?: boolean } = extensions?.history ?? {};
    return isRecorded && isPersonal !== true && !submitted.has(name);
  };
}

/** Returns the id that the history of a record is stored under. A draft shares the history of its published record. */
export function subjectOf(resource: RegisteredResource, record: StoredRecord): string {
  const published = isPublishable(resource) ? publishedOf(resource, record) : null;
  return published?.id ?? record.id;
}
