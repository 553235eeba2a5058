import type { UserFeature } from '../accounts/index.js';
import type { Publishable } from '../behaviours/index.js';
import type { AppConfig } from '../config/app-config.js';
import type { AnswerSteps } from '../contract/answer-steps.js';
import type { Cascade } from '../content/cascade/cascade.js';
import { createAdoptPositions } from '../content/adopt-positions.js';
import { createCollectionList } from '../content/collection/collection-list.js';
import { createCollectionRule } from '../content/collection/collection-rule.js';
import type { CollectionTarget } from '../content/collection/collection-target.js';
import { createCollectionTarget } from '../content/collection/collection-target.js';
import type { NestedWrites } from '../content/component-rules.js';
import { createComponentRules } from '../content/component-rules.js';
import { createComputedMembers } from '../content/computed-members.js';
import type { DisallowedPositions } from '../content/group-positions.js';
import { createDisallowedPositions, createGroupPositions } from '../content/group-positions.js';
import { createGroupRules } from '../content/group-rules.js';
import type { LockGroups } from '../content/lock-groups.js';
import { createLockGroups } from '../content/lock-groups.js';
import { createPageDataMetadata } from '../content/page-data-metadata.js';
import { pageRules } from '../content/page-rules.js';
import type { Placement } from '../content/placement.js';
import { routeOwnerRule } from '../content/routes/route-owner.js';
import { createPositionMetadata } from '../content/position-metadata.js';
import { createPositionRules } from '../content/position-rules.js';
import { classNameRule } from '../content/text-lists.js';
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
import { notFound } from '../errors/catalog.js';
import { createCollectionPrinter } from '../http/collection-printer.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import type { AfterCommit, ChangeRecorder } from '../operations/commands/run-command.js';
import type { AskPaths } from '../operations/queries/asked-paths.js';
import { createAskPaths } from '../operations/queries/asked-paths.js';
import { createCoalescedMembers } from '../operations/queries/coalesced-members.js';
import type { DeclaredTo } from '../operations/queries/declared-parameters.js';
import { createDeclaredTo, createReadsPath } from '../operations/queries/declared-parameters.js';
import { createEmbeddedRecords } from '../operations/queries/embedded-records.js';
import type { ReferenceGuard } from '../operations/reference-resolver.js';
import type { ResourceOperations } from '../operations/resource-operations.js';
import { createLockRecords } from '../records/lock-records.js';
import type { RecordReader } from '../records/record-reader.js';
import { createWriteReference } from '../records/write-reference.js';
import type { ExpressionVoter } from '../security/authorization/expression-voter.js';
import type { ReadRules } from '../security/authorization/read-rules.js';
import type { ExpressionGate } from '../serializer/field-access.js';
import { createItemSerializer } from '../serializer/item-serializer.js';
import type { Uploads } from '../uploads/index.js';
import type { Routing } from './routing.js';

/** What features add to reads and writes; the order of each list is the order in which they act. */
export interface ContentFeatures {
  readonly askPaths: AskPaths;
  readonly declaredTo: DeclaredTo;
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

export interface FeaturesDeps {
  readonly config: AppConfig;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly gate: ExpressionGate;
  readonly steps: AnswerSteps;
  readonly uploads: Uploads;
  readonly reader: RecordReader;
  readonly cascade: Cascade;
  readonly placement: Placement;
  readonly typeSecurity: ExpressionVoter;
  readonly readRules: ReadRules;
  readonly routing: Routing;
  readonly publishable: Publishable;
  /** The operations that the features are part of, for use while a request runs. */
  readonly operations: () => ResourceOperations;
  readonly users: UserFeature;
}

/** Lists what every feature of the built-in content adds. */
export function composeFeatures(deps: FeaturesDeps): ContentFeatures {
  const { registry, iris, gate, reader, uploads, placement, typeSecurity, routing, publishable } = deps;
  const readsPath = createReadsPath({ registry, gate });
  const listTarget = createCollectionTarget(iris);
  const disallowed = createDisallowedPositions(placement);
  const queryExtensions = [publishable.filter, deps.readRules.filter, routing.visibility];
  const settlements = [publishable.due];
  const askPaths = createAskPaths({ registry, reader, queryExtensions });
  const members = [
    ...ownMembers(disallowed, deps),
    createCoalescedMembers({ registry, iris, askPaths, readsPath, settlements }),
  ];
  return {
    askPaths,
    declaredTo: createDeclaredTo(readsPath),
    queryExtensions,
    voters: [typeSecurity, ...routing.voters, deps.users.access.voter],
    selectors: publishable.selectors,
    settlements,
    updateTargets: [publishable.draftTarget],
    representationExtensions: [
      ...members,
      createEmbeddedRecords({
        registry,
        iris,
        gate,
        reader,
        queryExtensions,
        settlements,
        representationExtensions: members,
      }),
      listsOfCollections(listTarget, deps),
    ],
    writeRules: writeRules(listTarget, disallowed, deps),
    stateChecks: [uploads.stateCheck],
    referenceGuards: [publishable.guard, routing.mayName],
    recorders: [],
    effects: [uploads.afterCommit],
  };
}

/** Members that a record has whether it is shown by itself or inside another. */
function ownMembers(
  disallowed: DisallowedPositions,
  { config, registry, iris, gate, steps, uploads, routing, publishable, users }: FeaturesDeps,
): readonly RepresentationExtension[] {
  return [
    users.representation,
    uploads.mediaObjects(steps),
    createPositionMetadata({ registry, iris, namespace: config.classNamespace }),
    ...routing.representations,
    createGroupPositions(disallowed),
    createPageDataMetadata(registry, config.classNamespace),
    publishable.view,
    createComputedMembers({ registry, gate, resolvers: config.extensions.resolvers ?? {}, steps }),
  ];
}

function listsOfCollections(
  targetOf: CollectionTarget,
  { config, registry, iris, gate, steps, operations }: FeaturesDeps,
): RepresentationExtension {
  const printCollection = createCollectionPrinter({
    serializer: createItemSerializer({ registry, iris, gate, metadataKey: config.metadataKey }),
    iris,
    hydraPrefix: config.hydraPrefix,
  });
  return createCollectionList({
    targetOf,
    sizeParameter: config.pagination.itemsPerPageParameterName,
    itemIri: (id) => iris.item(registry.require('Collection'), id),
    steps,
    async list(resource, scope, { viewIri, queryString }) {
      const { context } = scope;
      const list = await operations().readCollection(resource, scope);
      return () => printCollection(list, { context, queryString }, viewIri);
    },
  });
}

function writeRules(
  listTarget: CollectionTarget,
  disallowed: DisallowedPositions,
  deps: FeaturesDeps,
): readonly WriteRule[] {
  const { registry, iris, reader, placement, routing, publishable, uploads } = deps;
  const locks = createLockRecords({ registry, reader });
  const lockGroups = createLockGroups({ registry, iris, reader, locks });
  const adopt = createAdoptPositions({ locks, writeReference: createWriteReference(registry), placement });
  const nested = nestedWrites(lockGroups, deps);
  return [
    publishable.keepHidden,
    pageRules,
    routeOwnerRule,
    classNameRule,
    ...routing.rules,
    createCollectionRule(listTarget),
    createPositionRules({ registry, reader, placement, lockGroups }),
    createGroupRules({ registry, iris, adopt, disallowed, removePositions: deps.cascade.removeAll }),
    createComponentRules({ registry, iris, reader, nested }),
    uploads.writeRule,
    deps.users.writeRule,
    publishable.publishRule,
  ];
}

/** Positions in the body of a component are writes inside a write, so the rules reach the operations they are part of. */
function nestedWrites(lockGroups: LockGroups, { registry, reader, operations }: FeaturesDeps): NestedWrites {
  return {
    create: (type, body, scope) => operations().within.create(registry.require(type), body, scope),
    async update(reference, body, scope) {
      if (reference.type === 'ComponentPosition') await lockGroups(reference.id, body, scope);
      const record = await reader.find(scope.session, reference.type, reference.id, 'lock');
      if (record === undefined) throw notFound();
      return operations().within.update(record, body, registry.require(reference.type), scope);
    },
  };
}
