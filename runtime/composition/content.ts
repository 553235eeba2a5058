import type { AppConfig } from '../config/app-config.js';
import type { Database } from '../contract/database.js';
import type {
  ItemSelector,
  ItemVoter,
  QueryExtension,
  RepresentationExtension,
  Settlement,
  StateCheck,
  UpdateTarget,
  WriteRule,
} from '../contract/operations.js';
import { createPublication, createPublishable } from '../behaviours/index.js';
import { createCascade } from '../content/cascade/cascade.js';
import type { CountUsage } from '../content/cascade/usage.js';
import { createCountUsage, slotColumns, usageSql } from '../content/cascade/usage.js';
import { createCollectionList } from '../content/collection/collection-list.js';
import { createCollectionRule } from '../content/collection/collection-rule.js';
import { createCollectionTarget } from '../content/collection/collection-target.js';
import { createComputedMembers } from '../content/computed-members.js';
import { createComponentRules } from '../content/component-rules.js';
import type { NestedWrites } from '../content/component-rules.js';
import { createDisallowedPositions, createGroupPositions } from '../content/group-positions.js';
import { createGroupRules } from '../content/group-rules.js';
import { createPageDataMetadata } from '../content/page-data-metadata.js';
import { pageRules } from '../content/page-rules.js';
import { createPlacement } from '../content/placement.js';
import { createPositionMetadata } from '../content/position-metadata.js';
import { createLockGroups } from '../content/lock-groups.js';
import { createPositionRules } from '../content/position-rules.js';
import { createCollectionPrinter } from '../http/collection-printer.js';
import { notFound } from '../errors/catalog.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import type { AfterCommit, ChangeRecorder } from '../operations/commands/run-command.js';
import { createRunCommand } from '../operations/commands/run-command.js';
import { createEmbeddedRecords } from '../operations/queries/embedded-records.js';
import { createReadCollection } from '../operations/queries/read-collection.js';
import { createItemReader } from '../operations/queries/read-item.js';
import type { ReferenceGuard } from '../operations/reference-resolver.js';
import { createReferenceResolver } from '../operations/reference-resolver.js';
import type { ResourceOperations } from '../operations/resource-operations.js';
import { createResourceOperations } from '../operations/resource-operations.js';
import type { ReadManifest } from '../content/manifest/read-manifest.js';
import type { RouteGenerator } from '../contract/extensions.js';
import { createLockRecords } from '../records/lock-records.js';
import { createRecordReader } from '../records/record-reader.js';
import type { RecordReader } from '../records/record-reader.js';
import { createRecordWriter } from '../records/record-writer.js';
import { createRepointRelations } from '../records/repoint-relations.js';
import { createExpressionVoter } from '../security/authorization/expression-voter.js';
import type { ExpressionGate } from '../serializer/field-access.js';
import type { RouteUseCases } from './routing.js';
import { composeRouteUseCases, composeRouting } from './routing.js';
import { createItemSerializer } from '../serializer/item-serializer.js';
import type { Uploads } from '../uploads/index.js';
import { withUploads } from './upload-operations.js';

/** What features add to reads and writes; the order of each list is the order in which they act. */
export interface ContentFeatures {
  readonly queryExtensions: readonly QueryExtension[];
  readonly voters: readonly ItemVoter[];
  readonly selectors: readonly ItemSelector[];
  readonly settlements: readonly Settlement[];
  readonly updateTargets: readonly UpdateTarget[];
  readonly representationExtensions: readonly RepresentationExtension[];
  readonly writeRules: readonly WriteRule[];
  readonly stateChecks: readonly StateCheck[];
  readonly referenceGuards: readonly ReferenceGuard[];
  readonly recorders: readonly ChangeRecorder[];
  readonly effects: readonly AfterCommit[];
}

export interface ContentDeps {
  readonly uploads: Uploads;
  readonly config: AppConfig;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly gate: ExpressionGate;
  readonly routeGenerator: RouteGenerator;
}

export interface Content {
  readonly operations: ResourceOperations;
  readonly routes: RouteUseCases;
  readonly readManifest: ReadManifest;
  readonly reader: RecordReader;
  readonly countUsage: CountUsage;
}

/** Puts the operations on resources together with the rules of the built-in content. */
export function composeContent(deps: ContentDeps): Content {
  const { config, registry, iris, database, gate, uploads } = deps;
  const reader = createRecordReader(registry, database);
  const writer = createRecordWriter(registry);
  const repoint = createRepointRelations({ registry, reader });
  const slots = slotColumns(registry);
  const cascade = createCascade({ registry, reader, writer, repoint, slots });
  const typeSecurity = createExpressionVoter(gate, registry.require);
  const placement = createPlacement({ registry, iris });
  const disallowed = createDisallowedPositions(placement);
  const sizeParameter = config.pagination.itemsPerPageParameterName;
  const listTarget = createCollectionTarget(iris);
  const printCollection = createCollectionPrinter({
    serializer: createItemSerializer({ registry, iris, gate, metadataKey: config.metadataKey }),
    iris,
    hydraPrefix: config.hydraPrefix,
  });
  const publication = createPublication({ gate, permission: config.publishable.permission });
  const routing = composeRouting({
    config,
    registry,
    iris,
    database,
    gate,
    reader,
    writer,
    placement,
    slots,
    publication,
    // Publishing is made of reads too, so each reaches the other through what is composed below.
    readSettled: (read, dueOf, scope) => publishable.due.readSettled(read, dueOf, scope),
  });
  const publishable = createPublishable({
    registry,
    iris,
    session: database,
    reader,
    writer,
    repoint,
    publication,
    countPlaces(session, id) {
      const uses = usageSql(slots, session, id, 'records');
      return `${uses.positions} + ${uses.slots}`;
    },
    copies: [uploads.draftCopy],
    checks: [uploads.stateCheck],
    run: (context, work) => run(context, work),
  });

  const lockGroups = createLockGroups({
    registry,
    iris,
    reader,
    locks: createLockRecords({ registry, reader }),
  });
  // Inline positions and lists of positions are writes inside a write, so the rules reach the operations they are part of.
  const nested: NestedWrites = {
    create: (type, body, scope) => operations.within.create(registry.require(type), body, scope),
    async update(reference, body, scope) {
      // A group that takes a position in is locked already, and the one that it leaves does not change.
      if (reference.type === 'ComponentPosition' && body.componentGroup === undefined)
        await lockGroups(reference.id, body, scope);
      const record = await reader.find(scope.session, reference.type, reference.id, 'lock');
      if (record === undefined) throw notFound();
      return operations.within.update(record, body, registry.require(reference.type), scope);
    },
  };
  const queryExtensions = [publishable.filter, routing.visibility];
  const settlements = [publishable.due];
  const ownMembers = [
    uploads.mediaObjects,
    createPositionMetadata(iris),
    ...routing.representations,
    createGroupPositions(disallowed),
    createPageDataMetadata(registry, config.classNamespace),
    publishable.view,
    createComputedMembers({ registry, gate, resolvers: config.extensions.resolvers ?? {} }),
  ];
  const features: ContentFeatures = {
    queryExtensions,
    voters: [typeSecurity, ...routing.voters],
    selectors: publishable.selectors,
    settlements,
    updateTargets: [publishable.draftTarget],
    representationExtensions: [
      ...ownMembers,
      createEmbeddedRecords({
        registry,
        iris,
        gate,
        reader,
        queryExtensions,
        settlements,
        representationExtensions: ownMembers,
        passesTypeSecurity: ({ type, values }, { actor }) =>
          typeSecurity.passes(registry.require(type), 'read', actor, values),
      }),
      createCollectionList({
        targetOf: listTarget,
        sizeParameter,
        itemIri: (id) => iris.item(registry.require('Collection'), id),
        list: async (resource, scope, { viewIri, queryString }) =>
          printCollection(
            await operations.readCollection(resource, scope),
            { context: scope.context, queryString },
            viewIri,
          ),
      }),
    ],
    writeRules: [
      publishable.keepHidden,
      pageRules,
      routing.rules,
      createCollectionRule(listTarget),
      createPositionRules({ reader, placement, lockGroups }),
      createGroupRules({
        registry,
        iris,
        nested,
        disallowed,
        removePositions: cascade.removeAll,
      }),
      createComponentRules({ registry, iris, reader, nested }),
      uploads.writeRule,
      publishable.publishRule,
    ],
    stateChecks: [uploads.stateCheck],
    referenceGuards: [publishable.guard],
    recorders: [],
    effects: [uploads.afterCommit],
  };
  const run = uploads.around(
    createRunCommand({ database, registry, tablePrefix: config.tablePrefix, ...features }),
  );

  const references = createReferenceResolver({ registry, iris, reader, guards: features.referenceGuards });
  const operations: ResourceOperations = withUploads(
    createResourceOperations({
      database,
      gate,
      reader,
      writer,
      rules: features.writeRules,
      stateChecks: features.stateChecks,
      updateTargets: features.updateTargets,
      references,
      ownMembers: (resource) =>
        new Set(
          features.writeRules
            .filter((rule) => rule.appliesTo(resource))
            .flatMap(({ members }) => members ?? []),
        ),
      items: createItemReader({ reader, ...features }),
      readCollection: createReadCollection({
        reader,
        ...features,
        sizeParameter,
        assertListable: (resource, { actor }) => typeSecurity.assertAllowed(resource, 'collection', actor),
      }),
      remove: (record, _resource, scope) => cascade.removeAll([record], scope),
      createGuard(resource, { actor }) {
        typeSecurity.assertAllowed(resource, 'create', actor);
        routing.assertCreatable(resource, actor);
      },
      refusalHeaders: publishable.refusalHeaders,
      run,
    }),
    { uploads, expectUpdate: publishable.expectUpdate },
  );
  const routes = composeRouteUseCases({
    registry,
    iris,
    reader,
    operations,
    references,
    generator: deps.routeGenerator,
    extensions: features.representationExtensions,
  });
  return {
    operations,
    routes,
    readManifest: routing.readManifest,
    reader,
    countUsage: createCountUsage(slots),
  };
}
