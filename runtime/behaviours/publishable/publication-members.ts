import type { RequestContext } from '../../contract/context.js';
import type { JsonObject } from '../../contract/json.js';
import type { Representation, RepresentationExtension } from '../../contract/operations.js';
import type { Violation } from '../../contract/validation.js';
import type { IriConverter } from '../../metadata/iri-converter.js';
import type { RegisteredResource, ResourceRegistry } from '../../metadata/resource-registry.js';
import { formatPreciseDateTime } from '../../serializer/date-time.js';
import { isGranted } from '../../security/index.js';
import { createViolationList } from '../../validation/violation-list.js';
import type { DraftState } from './draft-states.js';
import type { Publication } from './publication.js';
import { dateOf, draftOf, isActive, requirePublishable } from './publication.js';

interface PublicationMembersDeps {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly publication: Publication;
}

/** `_metadata.publishable`, the associations, and the headers of publishable items (components.md 2.3, 2.7, 2.8). */
export function describePublication(
  representation: Representation,
  state: DraftState | undefined,
  { purpose, context }: { readonly purpose: Purpose; readonly context: RequestContext },
  deps: PublicationMembersDeps,
): void {
  const moment = describe(representation, state, context, deps);
  if (purpose === 'collection') return;
  if (moment !== undefined) representation.headers.Expires = moment.toUTCString();
  validateSoftly(representation, context, deps);
}

type Purpose = Parameters<RepresentationExtension['extend']>[1];

/** Answers the next moment at which the pair changes by itself. */
function describe(
  representation: Representation,
  state: DraftState | undefined,
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
    ...(resource.kind === 'component' ? { locationCount: state?.places ?? 0 } : {}),
  };
  const moment =
    [date, state?.draft?.publishedAt].find((candidate) => candidate != null && candidate > now) ?? undefined;
  const { expiresAt } = representation;
  if (moment !== undefined && (expiresAt === undefined || moment < expiresAt))
    representation.expiresAt = moment;
  return moment;
}

/** The soft validation for callers who may see drafts. */
function validateSoftly(
  { record, headers, metadata }: Representation,
  context: RequestContext,
  { registry, publication }: PublicationMembersDeps,
): void {
  const resource = registry.require(record.type);
  if (!publication.maySeeDrafts(resource, context.actor)) return;
  const violations = publicationViolations(resource, record.values, context);
  headers['valid-to-publish'] = violations.length === 0 ? '1' : '0';
  if (violations.length > 0) metadata.violations = violationDocument(violations);
}

/** What publishing these values now would be refused for. */
function publicationViolations(
  resource: RegisteredResource,
  values: Readonly<Record<string, unknown>>,
  { actor }: RequestContext,
): readonly Violation[] {
  const violations = createViolationList();
  const { validationGroups } = requirePublishable(resource).publishable;
  resource.validate(values, {
    groups: new Set(['Default', ...resource.validationGroups.update, ...validationGroups]),
    violations,
    user: actor.user === null ? null : actor.user.fields,
    isGranted: (role) => isGranted(actor, role),
  });
  return violations.items;
}

/** Core.md section 3 with the entries of contract decision 44: clients read `violations[0].title`. */
function violationDocument(violations: readonly Violation[]): JsonObject {
  return {
    '@type': 'ConstraintViolationList',
    type: 'https://symfony.com/errors/validation',
    title: 'Validation Failed',
    detail: violations
      .map(({ propertyPath, message }) => (propertyPath === '' ? message : `${propertyPath}: ${message}`))
      .join('\n'),
    violations: violations.map(({ propertyPath, message, code }) => ({
      propertyPath,
      message,
      title: message,
      template: message,
      parameters: {},
      ...(code === null ? {} : { code, type: `urn:uuid:${code}` }),
    })),
  };
}
