import type { AppConfig } from '../config/app-config.js';
import type { RequestContext } from '../contract/context.js';
import type { Database } from '../contract/database.js';
import { createPublication, createPublishable } from '../behaviours/index.js';
import type { Publication } from '../behaviours/index.js';
import { answerSteps } from '../content/answer-steps.js';
import { createCascade } from '../content/cascade/cascade.js';
import { createRemoveUser, type RemoveUser } from '../content/cascade/remove-user.js';
import type { CountUsage } from '../content/cascade/usage.js';
import { createCountUsage, slotColumns, usageSql } from '../content/cascade/usage.js';
import { createPlacement } from '../content/placement.js';
import type { UserListPrinter } from '../http/user-list-printer.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { createRunCommand } from '../operations/commands/run-command.js';
import { createReadCollection } from '../operations/queries/read-collection.js';
import { createItemReader } from '../operations/queries/read-item.js';
import { createReferenceResolver } from '../operations/reference-resolver.js';
import type { ResourceOperations } from '../operations/resource-operations.js';
import { createResourceOperations } from '../operations/resource-operations.js';
import type { ReadManifest } from '../content/manifest/read-manifest.js';
import type { RouteGenerator } from '../contract/extensions.js';
import type { RefusalHeaders, SqlCondition } from '../contract/operations.js';
import { createRecordReader } from '../records/record-reader.js';
import type { RecordReader } from '../records/record-reader.js';
import { createRowWriter } from '../records/row-writer.js';
import { createRepointRelations } from '../records/repoint-relations.js';
import { createExpressionVoter } from '../security/authorization/expression-voter.js';
import type { RowRules } from '../security/authorization/read-rules.js';
import { createReadRules } from '../security/authorization/read-rules.js';
import type { ExpressionGate } from '../serializer/field-access.js';
import type { RouteUseCases } from './routing.js';
import { composeRouteUseCases, composeRouting } from './routing.js';
import type { Uploads } from '../uploads/index.js';
import { withUploads } from './upload-operations.js';
import { composeFeatures } from './features.js';

export interface ContentDeps {
  readonly uploads: Uploads;
  readonly config: AppConfig;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly gate: ExpressionGate;
  readonly routeGenerator: RouteGenerator;
  readonly rowRules: RowRules;
  readonly printUsers: UserListPrinter;
}

export interface Content {
  readonly operations: ResourceOperations;
  readonly routes: RouteUseCases;
  readonly readManifest: ReadManifest;
  readonly refusalHeaders: RefusalHeaders;
  readonly reader: RecordReader;
  readonly countUsage: CountUsage;
  readonly removeUser: RemoveUser;
  readonly publication: Publication;
  /** Which rows of a list of accounts the caller may read; undefined = all of them. */
  readableUsers(context: RequestContext): SqlCondition | undefined;
}

/** Puts the operations on resources together with the rules of the built-in content. */
export function composeContent(deps: ContentDeps): Content {
  const { config, registry, iris, database, gate, uploads } = deps;
  const reader = createRecordReader(registry, database);
  const writer = createRowWriter({ registry, reader });
  const repoint = createRepointRelations({ registry, reader, writer });
  const slots = slotColumns(registry);
  const slotTargets = [...new Set(slots.map(({ target }) => target))];
  const cascade = createCascade({ registry, reader, writer, repoint, slots });
  const typeSecurity = createExpressionVoter(gate, registry.require);
  const readRules = createReadRules({
    registry,
    gate,
    dialect: database.dialect,
    rules: deps.rowRules,
    column: (type, path) => reader.select(type).expression(path),
  });
  const placement = createPlacement({ registry, iris });
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
    typeSecurity,
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
    places: {
      count(session, id) {
        const uses = usageSql(slots, session, id, 'records');
        return `${uses.positions} + ${uses.slots}`;
      },
      inPageData: (type) => slotTargets.some((target) => registry.accepts(target, type)),
    },
    copies: [uploads.draftCopy],
    checks: [uploads.stateCheck],
    run: (context, work) => run(context, work),
  });

  const features = composeFeatures({
    config,
    registry,
    iris,
    gate,
    steps: answerSteps,
    uploads,
    reader,
    writer,
    cascade,
    placement,
    typeSecurity,
    readRules,
    routing,
    publishable,
    operations: () => operations,
    printUsers: deps.printUsers,
  });
  const { tablePrefix } = config;
  const run = createRunCommand({ database, registry, tablePrefix, hooks: features.unitOfWork });

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
        sizeParameter: config.pagination.itemsPerPageParameterName,
        assertListable: (resource, { actor }) => readRules.assertListable(resource, actor),
      }),
      remove: (record, _resource, scope) => cascade.removeAll([record], scope),
      createGuard(resource, context) {
        typeSecurity.assertAllowed(resource, 'create', context.actor);
        routing.assertCreatable(resource, context);
      },
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
    refusalHeaders: publishable.refusalHeaders,
    reader,
    countUsage: createCountUsage(slots),
    removeUser: createRemoveUser({ reader, cascade, run }),
    publication,
    readableUsers: (context) => readRules.filter.restrict(registry.require('User'), 'collection', context),
  };
}
