import type { Publication, ReadSettled } from '../behaviours/index.js';
import type { AppConfig } from '../config/app-config.js';
import type { RequestContext } from '../contract/context.js';
import type { Database } from '../contract/database.js';
import type {
  ItemVoter,
  QueryExtension,
  ReadScope,
  RepresentationExtension,
  WriteRule,
} from '../contract/operations.js';
import type { Reference } from '../contract/record.js';
import type { ResourceDescriptor } from '../contract/resource.js';
import type { SlotColumn } from '../content/cascade/usage.js';
import type { ReadManifest } from '../content/manifest/read-manifest.js';
import { createReadManifest } from '../content/manifest/read-manifest.js';
import { classIdentifier } from '../content/page-data-metadata.js';
import type { Placement } from '../content/placement.js';
import type { DraftVisibility } from '../content/positions-resolution/draft-visibility.js';
import { createPositionResolution } from '../content/positions-resolution/position-resolution.js';
import type { GenerateRoute } from '../content/routes/generate.js';
import { createGenerateRoute } from '../content/routes/generate.js';
import type { HiddenRoutes } from '../content/routes/hidden-routes.js';
import { createHiddenRoutes } from '../content/routes/hidden-routes.js';
import type { LoadRedirects } from '../content/routes/redirects.js';
import { createLoadRedirects } from '../content/routes/redirects.js';
import type { RouteGenerator } from '../contract/extensions.js';
import { createRouteRepresentation } from '../content/routes/route-representation.js';
import { createPublishedOfPair } from '../content/routes/published-of-pair.js';
import { createRouteRules } from '../content/routes/route-rules.js';
import { createRouteVoter } from '../content/routes/route-visibility.js';
import { createRouteWrites } from '../content/routes/route-writes.js';
import { validationFailed } from '../errors/catalog.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { represent } from '../operations/queries/representations.js';
import type { ReferenceResolver } from '../operations/reference-resolver.js';
import type { ResourceOperations } from '../operations/resource-operations.js';
import type { RecordReader } from '../records/record-reader.js';
import type { RowWriter } from '../records/row-writer.js';
import { createCallerAccess } from '../security/authorization/caller-access.js';
import { createContentGuard } from '../security/authorization/create-guard.js';
import type { ExpressionVoter } from '../security/authorization/expression-voter.js';
import { createReach } from '../security/authorization/reach.js';
import { createRouteSecurity } from '../security/authorization/route-security.js';
import { createVisibilityExtension } from '../security/authorization/visibility-extension.js';
import { createComponentVoter } from '../security/authorization/voters/component-voter.js';
import { createRoutableVoter } from '../security/authorization/voters/routable-voter.js';
import { createSiteConfigVoter } from '../security/authorization/voters/site-config-voter.js';
import type { ExpressionGate } from '../serializer/field-access.js';
import { createViolationList } from '../validation/violation-list.js';

export interface RoutingDeps {
  readonly config: AppConfig;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly gate: ExpressionGate;
  readonly reader: RecordReader;
  readonly writer: RowWriter;
  readonly placement: Placement;
  readonly slots: readonly SlotColumn[];
  readonly publication: Publication;
  readonly readSettled: ReadSettled;
  readonly typeSecurity: ExpressionVoter;
}

/** What routes, their dates and the rules for paths add to the operations. */
export interface Routing {
  readonly voters: readonly ItemVoter[];
  readonly visibility: QueryExtension;
  readonly representations: readonly RepresentationExtension[];
  readonly rules: readonly WriteRule[];
  /** Whether a caller may name a record in a write. */
  readonly mayName: HiddenRoutes['guard'];
  readonly readManifest: ReadManifest;
  /** @throws AppError 401/403 when the caller may not create records of the type. */
  assertCreatable(resource: ResourceDescriptor, context: RequestContext): void;
}

export function composeRouting(deps: RoutingDeps): Routing {
  const { config, registry, iris, database, gate, reader, writer, placement, slots, readSettled } = deps;
  const permission = config.publishable.permission;
  const accessOf = createCallerAccess({
    gate,
    refusedRules: createRouteSecurity(config.routeSecurity, gate),
    routableSecurity: config.routableSecurity,
  });
  const reach = createReach({ accessOf, slots });
  const drafts: DraftVisibility = {
    isPublishable: (type) => registry.require(type).publishable !== undefined,
    mayReadDrafts: (type, actor) => deps.publication.maySeeDrafts(registry.require(type), actor),
  };
  const hiddenRoutes = createHiddenRoutes({ registry, gate, accessOf });
  const writes = createRouteWrites({ registry, reader, writer });
  const mayReadByType = (reference: Reference, scope: ReadScope): Promise<boolean> =>
    passesTypeSecurity(reference, scope, deps);
  return {
    voters: [
      createRouteVoter(accessOf),
      createRoutableVoter(reach),
      createComponentVoter(reach),
      createSiteConfigVoter(gate, permission),
    ],
    visibility: createVisibilityExtension({ accessOf, session: database, slots }),
    representations: [
      createRouteRepresentation({
        iris,
        accessOf,
        drafts,
        classOf: (type) => classIdentifier(registry.require(type), config.classNamespace),
      }),
      createPositionResolution({
        iris,
        accessOf,
        slots,
        placement,
        drafts,
        readSettled,
        isReached: reach.isReached,
        passesTypeSecurity: mayReadByType,
      }),
      hiddenRoutes.view,
    ],
    rules: [
      hiddenRoutes.keepHidden,
      createRouteRules({ reader, writes, publishedOfPair: createPublishedOfPair({ registry, reader }) }),
    ],
    mayName: hiddenRoutes.guard,
    readManifest: createReadManifest({
      iris,
      accessOf,
      placement,
      slots,
      drafts,
      readSettled,
      isOpen: reach.isOpen,
      passesTypeSecurity: mayReadByType,
      itemIri: (type, id) => iris.item(registry.require(type), id),
    }),
    assertCreatable: createContentGuard({ accessOf, gate, permission }),
  };
}

/** The record is only read where its type has a rule, which may look at it. */
async function passesTypeSecurity(
  { type, id }: Reference,
  { session, context }: ReadScope,
  { registry, reader, typeSecurity }: RoutingDeps,
): Promise<boolean> {
  const resource = registry.require(type);
  if (resource.security.read === undefined) return true;
  const record = await reader.find(session, type, id);
  return record !== undefined && typeSecurity.passes(resource, 'read', context.actor, record.values);
}

/** Use cases of routes beyond the generic ones. */
export interface RouteUseCases {
  readonly generateRoute: GenerateRoute;
  readonly loadRedirects: LoadRedirects;
}

export function composeRouteUseCases(deps: {
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly reader: RecordReader;
  readonly operations: ResourceOperations;
  readonly references: ReferenceResolver;
  readonly generator: RouteGenerator;
  readonly extensions: readonly RepresentationExtension[];
}): RouteUseCases {
  const { registry, iris, reader, operations, references, generator, extensions } = deps;
  const route = registry.require('Route');
  return {
    generateRoute: createGenerateRoute({
      publishedOfPair: createPublishedOfPair({ registry, reader }),
      generator,
      reader,
      iris,
      async resolve(target, raw, path, scope) {
        const violations = createViolationList();
        const [reference] = await references.resolve([{ target, raw, path }], { ...scope, violations });
        if (violations.items.length > 0) throw validationFailed(violations.items);
        return reference;
      },
      create: (body, scope) => operations.within.create(route, body, scope),
      show: (stored, scope) => operations.within.show(stored, route, scope),
      run: operations.run,
    }),
    loadRedirects: createLoadRedirects({
      reader,
      represent: (records, scope) => represent(records, route, 'collection', scope, extensions),
    }),
  };
}
