import type { StoredRecord, Reference } from '../contract/records/record.js';
import type { ResourceDescriptor, PublishableDescriptor } from '../contract/schema/resource.js';
import { InternalError } from '../errors/internal-error.js';

/** A descriptor that is known to be publishable. */
export type PublishableResource = ResourceDescriptor & { readonly publishable: PublishableDescriptor };

export function isPublishable(resource: ResourceDescriptor | undefined): resource is PublishableResource {
  return resource?.publishable !== undefined;
}

/** @throws InternalError for a type without drafts: callers ask for publishable types only. */
export function requirePublishable(resource: ResourceDescriptor): PublishableResource {
  if (!isPublishable(resource)) throw new InternalError(`${resource.name} is not publishable`);
  return resource;
}

/** Publication date; null for undated drafts. */
export function dateOf({ publishable }: PublishableResource, { values }: StoredRecord): Date | null {
  return (values[publishable.field] as Date | null | undefined) ?? null; // a nullable date-time member
}

/** The published row of a draft. */
export function publishedOf(
  { publishable }: PublishableResource,
  { values }: StoredRecord,
): Reference | null {
  return (values[publishable.publishedAssociation] as Reference | null | undefined) ?? null; // a to-one member
}

/** The draft of a published row. */
export function draftOf({ publishable }: PublishableResource, { values }: StoredRecord): Reference | null {
  return (values[publishable.draftAssociation] as Reference | null | undefined) ?? null; // an inverse to-one member
}

/** Active: dated, and the date has come. A draft of a published row can be active for a moment: it is due. */
export function isActive(resource: PublishableResource, record: StoredRecord, now: Date): boolean {
  const date = dateOf(resource, record);
  return date !== null && date <= now;
}

/** A draft whose date has come and whose published row still shows the old content. */
export function isDue(resource: PublishableResource, record: StoredRecord, now: Date): boolean {
  return publishedOf(resource, record) !== null && isActive(resource, record, now);
}
