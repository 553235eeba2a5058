import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import type { Reference, StoredRecord } from '../../kernel/contract/record.js';
import type { PublishableDescriptor, ResourceDescriptor } from '../../kernel/contract/resource.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import type { ExpressionGate } from '../../kernel/serializer/field-access.js';

/** A descriptor that is known to be publishable. */
export type PublishableResource = ResourceDescriptor & { readonly publishable: PublishableDescriptor };

/** Who may handle the drafts of a type (components.md section 2.1). */
export interface Publication {
  /** Types that are not publishable have no drafts, so everyone may see all of them. */
  maySeeDrafts(resource: ResourceDescriptor, actor: Actor): boolean;
  /** Where a component is used serves its editors and costs visitors nothing (contract decision 63). */
  maySeeUsage(resource: ResourceDescriptor, actor: Actor): boolean;
}

export function createPublication(deps: {
  readonly gate: ExpressionGate;
  /** Global `publishable.permission`; a type may replace it. */
  readonly permission: string;
}): Publication {
  // Without a user the check is false, whatever the expression says.
  const isPermitted = ({ publishable }: ResourceDescriptor, actor: Actor): boolean =>
    actor.user !== null && deps.gate(publishable?.permission ?? deps.permission, actor);
  return {
    maySeeDrafts: (resource, actor) => resource.publishable === undefined || isPermitted(resource, actor),
    maySeeUsage: isPermitted,
  };
}

export function isPublishable(resource: ResourceDescriptor | undefined): resource is PublishableResource {
  return resource?.publishable !== undefined;
}

/** @throws InternalError for a type without drafts: callers ask for publishable types only. */
export function requirePublishable(resource: ResourceDescriptor): PublishableResource {
  if (!isPublishable(resource)) throw new InternalError(`${resource.name} is not publishable`);
  return resource;
}

/** The caller wants the published rows, not the drafts. */
export function wantsPublished({ asked }: RequestContext): boolean {
  return asked.version === 'published';
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
