import type { StoredRecord, Reference } from '../contract/records/record.js';
import type { ResourceDescriptor, PublishableDescriptor } from '../contract/schema/resource.js';
import { InternalError } from '../errors/internal-error.js';

/** A descriptor of a publishable type. */
export type PublishableResource = ResourceDescriptor & { readonly publishable: PublishableDescriptor };

export function isPublishable(resource: ResourceDescriptor | undefined): resource is PublishableResource {
  return resource?.publishable !== undefined;
}

/** Narrows a descriptor to a publishable one. @throws InternalError for a type without drafts. */
export function requirePublishable(resource: ResourceDescriptor): PublishableResource {
  if (!isPublishable(resource)) throw new InternalError(`${resource.name} is not publishable`);
  return resource;
}

/** Returns the publication date; null for undated drafts. */
export function dateOf({ publishable }: PublishableResource, { values }: StoredRecord): Date | null {
  return (values[publishable.field] as Date | null | undefined) ?? null; // A nullable date-time field.
}

/** Returns the published row of a draft. */
export function publishedOf(
  { publishable }: PublishableResource,
  { values }: StoredRecord,
): Reference | null {
  return (values[publishable.publishedAssociation] as Reference | null | undefined) ?? null; // A to-one field.
}

/** Returns the draft of a published row. */
export function draftOf({ publishable }: PublishableResource, { values }: StoredRecord): Reference | null {
  return (values[publishable.draftAssociation] as Reference | null | undefined) ?? null; // An inverse to-one field.
}

/**
 * Returns whether the publication date has passed. A draft of a published row can be active for a moment,
 * until it is published.
 */
export function isActive(resource: PublishableResource, record: StoredRecord, now: Date): boolean {
  const date = dateOf(resource, record);
  return date !== null && date <= now;
}

/** Returns whether a draft's date has passed while the published row still has the old content. */
export function isDue(resource: PublishableResource, record: StoredRecord, now: Date): boolean {
  return publishedOf(resource, record) !== null && isActive(resource, record, now);
}
