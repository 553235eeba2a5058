import { provide } from '../../kernel/contract/features/feature-api.js';
import { LIVE_ROUTES, MANIFESTS } from './public-api.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createLockRecords } from '../../kernel/records/lock-records.js';
import { createFollowChanges } from './follow-changes.js';
import { createReadPageDocuments } from './manifest/read-page-documents.js';
import { createReadManifest } from './manifest/read-manifest.js';
import { createPageDataMetadata } from './page-data-metadata.js';
import { pageCheck } from './page-check.js';
import type { DraftVisibility } from './position-resolution/draft-visibility.js';
import { createPositionResolution } from './position-resolution/position-resolution.js';
import { createHiddenRoutes } from './routes/hidden-routes.js';
import { createPublishedOfPair } from './routes/published-of-pair.js';
import { routeOwnerRule } from './routes/route-owner.js';
import { createRouteRepresentation } from './routes/route-representation.js';
import { createRouteRules } from './routes/route-rules.js';
import { createRouteVoter } from './routes/route-visibility.js';
import { createRouteWrites } from './routes/route-writes.js';
import type { ReadScope } from '../../kernel/contract/records/operations.js';
import type { Reference } from '../../kernel/contract/records/record.js';
import { createPageDataMetadataEndpoints } from './endpoints/page-data-metadatas.js';
import { createResourceManifestEndpoint, MANIFEST_CONTEXTS } from './endpoints/resource-manifest.js';
import { createRouteEndpoints, ROUTE_TREE_CONTEXTS } from './endpoints/routes.js';
import type { CreateFeature } from '../../kernel/feature-module.js';
import { liveRoutes } from './sql/live-routes.sql.js';
import { createCallerAccess } from './visibility/caller-access.js';
import { createVisibility } from './visibility/visibility.js';
import { createRouteSecurity } from './visibility/route-security.js';
import { createVisibilityIndex } from './visibility-index/visibility-index.js';
import { createUnpublishedRoutesFilter } from './visibility/unpublished-routes.js';
import { createVisibilityExtension } from './visibility/visibility-extension.js';
import { createComponentVoter, createRoutableVoters } from './visibility/voters.js';
import { PAGES_SETTINGS } from './settings.js';
import { createRouteUseCases } from './use-cases.js';
import { classIdentifier } from '../../kernel/metadata/class-identifier.js';
import { classNameRule, PLACEMENT } from '../placement/public-api.js';
import { DRAFTS } from '../publishing/public-api.js';
import { TYPE_SECURITY, type ExpressionVoter } from '../security/public-api.js';

export const apis = [MANIFESTS, LIVE_ROUTES];

export const create: CreateFeature = async (kernel, apis) => {
  const { registry, iris, database, guard, reader, answers } = kernel;
  const config = kernel.configOf(PAGES_SETTINGS);
  const { placement } = await apis.open(PLACEMENT);
  const { publication } = await apis.open(DRAFTS);
  const typeSecurity = await apis.open(TYPE_SECURITY);
  const accessOf = createCallerAccess({
    guard,
    refusedRules: createRouteSecurity(config.routeSecurity, guard),
    routableSecurity: config.routableSecurity,
  });
  const stored = createVisibilityIndex({ registry, accessOf });
  const visibility = createVisibility({ accessOf, session: database });
  const drafts: DraftVisibility = {
    isPublishable: (type) => registry.require(type).publishable !== undefined,
    mayReadDrafts: (type, actor) => publication.maySeeDrafts(registry.require(type), actor),
  };
  const route = registry.require('Route');
  const hiddenRoutes = createHiddenRoutes({ registry, guard, accessOf });
  const publishedOfPair = createPublishedOfPair({ registry, reader });
  const classOf = (type: string): string => classIdentifier(registry.require(type), config.classNamespace);
  const passesTypeSecurity = (reference: Reference, scope: ReadScope): Promise<boolean> =>
    readsByType(reference, scope, { ...kernel, typeSecurity });
  const seen = { iris, accessOf, placement, drafts, passesTypeSecurity };
  const readManifest = createReadManifest({
    ...seen,
    isContentVisible: visibility.isContentVisible,
    itemIri: (type, id) => iris.item(registry.require(type), id),
  });
  return {
    provides: [provide(MANIFESTS, readManifest), provide(LIVE_ROUTES, liveRoutes)],
    reads: {
      filters: [
        createVisibilityExtension({ accessOf, session: database }),
        createUnpublishedRoutesFilter({
          registry,
          session: database,
          seesDrafts: (resource, context) =>
            publication.maySeeDrafts(resource, context.actor) && context.requested.version !== 'published',
        }),
      ],
      voters: [
        createRouteVoter(accessOf, database),
        ...createRoutableVoters(visibility, accessOf),
        createComponentVoter(visibility),
      ],
    },
    representation: [
      createPositionResolution({ ...seen, isVisible: visibility.isVisible }),
      createRouteRepresentation({ iris, accessOf, drafts, classOf }),
      hiddenRoutes.view,
      createPageDataMetadata(registry, config.classNamespace),
    ],
    writes: {
      rules: [
        routeOwnerRule,
        classNameRule,
        hiddenRoutes.keepHidden,
        createRouteRules({
          reader,
          locks: createLockRecords(kernel),
          writes: createRouteWrites(kernel),
          publishedOfPair,
        }),
        stored.beforeAnswer,
      ],
      checks: [pageCheck],
      guards: [hiddenRoutes.guardReference],
    },
    unitOfWork: stored.unitOfWork,
    follows: [createFollowChanges(registry)],
    derived: [stored.derived],
    documentation: { contexts: { ...MANIFEST_CONTEXTS, ...ROUTE_TREE_CONTEXTS } },
    endpoints: ({ operations }) => [
      ...createRouteEndpoints(route, {
        ...answers,
        iris,
        operations,
        ...createRouteUseCases(kernel, operations, publishedOfPair),
      }),
      createResourceManifestEndpoint({
        operations,
        iris,
        answers,
        readManifest,
        readDocuments: createReadPageDocuments({ operations, iris }),
      }),
      ...createPageDataMetadataEndpoints({
        registry,
        iris,
        namespace: config.classNamespace,
        publicUrl: config.server.publicUrl,
        metadataKey: config.metadataKey,
      }),
    ],
  };
};

/**
 * Returns whether the caller may read the record by the rule of its type. The record is loaded only if such a rule
 * exists.
 */
async function readsByType(
  { type, id }: Reference,
  { session, context }: ReadScope,
  {
    registry,
    reader,
    typeSecurity,
  }: Pick<Kernel, 'registry' | 'reader'> & { readonly typeSecurity: ExpressionVoter },
): Promise<boolean> {
  const resource = registry.require(type);
  if (resource.security.read === undefined) return true;
  const record = await reader.find(session, { type, id });
  if (record === undefined) return false;
  return typeSecurity.passes({ resource, operation: 'read', actor: context.actor, object: record.values });
}
