import type { RequestContext } from '../../kernel/contract/context.js';
import type { Representation, RepresentationExtension } from '../../kernel/contract/records/operations.js';
import type { Kernel } from '../../kernel/kernel.js';
import { dateOf, draftOf, isActive, requirePublishable } from '../../kernel/metadata/publication-state.js';
import { formatPreciseDateTime } from '../../kernel/serializer/date-time.js';
import { earliest } from '../../kernel/util/dates/earliest.js';
import type { DraftState } from './draft-states.js';
import type { Publication } from './publication.js';

interface PublicationMembersDeps extends Pick<Kernel, 'registry' | 'iris'> {
  readonly publication: Publication;
}

/** Adds `_metadata.publishable`, the associations, and `Expires` of publishable items (components.md 2.3, 2.7). */
export function describePublication(
  {
    representation,
    state,
  }: { readonly representation: Representation; readonly state: DraftState | undefined },
  { purpose, context }: { readonly purpose: Purpose; readonly context: RequestContext },
  deps: PublicationMembersDeps,
): void {
  const moment = describe({ representation, state }, context, deps);
  if (purpose !== 'collection' && moment !== undefined) representation.headers.Expires = moment.toUTCString();
}

type Purpose = Parameters<RepresentationExtension['extend']>[1];

/** Returns the next time at which the pair changes without a write. */
function describe(
  {
    representation,
    state,
  }: { readonly representation: Representation; readonly state: DraftState | undefined },
  { actor, now }: RequestContext,
  { registry, iris, publication }: PublicationMembersDeps,
): Date | undefined {
  const { record, members, metadata } = representation;
  const resource = requirePublishable(registry.require(record.type));
  const date = dateOf(resource, record);
  const isPermitted = publication.maySeeDrafts(resource, actor);
  const draft = isPermitted ? draftOf(resource, record) : null;
  if (!isPermitted) {
    members[resource.publishable.draftAssociation] = undefined;
    members[resource.publishable.publishedAssociation] = undefined;
  }
  metadata.publishable = {
    published: isActive(resource, record, now),
    ...(date === null ? {} : { publishedAt: formatPreciseDateTime(date) }),
    draftResource: draft === null ? null : iris.of(draft),
    ...(resource.kind === 'component' && publication.maySeeUsage(resource, actor)
      ? { locationCount: state?.places ?? 0 }
      : {}),
  };
  const moment =
    [date, state?.draft?.publishedAt].find((candidate) => candidate != null && candidate > now) ?? undefined;
  representation.expiresAt = earliest(representation.expiresAt, moment);
  return moment;
}
