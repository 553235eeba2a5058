import type { UserFeature } from '../accounts/index.js';
import type { AppConfig } from '../config/app-config.js';
import type { Database } from '../contract/database.js';
import { createPublication, createPublishable } from '../behaviours/index.js';
import type { Publication } from '../behaviours/index.js';
import { createAnswerSteps } from '../content/answer-steps.js';
import { createCascade } from '../content/cascade/cascade.js';
import type { CountUsage } from '../content/cascade/usage.js';
import { createCountUsage, slotColumns, usageSql } from '../content/cascade/usage.js';
import { createPlacement } from '../content/placement.js';
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
import type { RefusalHeaders } from '../contract/operations.js';
import { createRecordReader } from '../records/record-reader.js';
import type { RecordReader } from '../records/record-reader.js';
import { createRecordWriter } from '../records/record-writer.js';
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
  readonly users: UserFeature;
}

export interface Content {
  readonly operations: ResourceOperations;
  readonly routes: RouteUseCases;
  readonly readManifest: ReadManifest;
  readonly refusalHeaders: RefusalHeaders;
  readonly reader: RecordReader;
  readonly countUsage: CountUsage;
  readonly publication: Publication;
}

/** Puts the operations on resources together with the rules of the built-in content. */
export function composeContent(deps: ContentDeps): Content {
  const { config, registry, iris, database, gate, uploads } = deps;
  const reader = createRecordReader(registry, database);
  const writer = createRecordWriter(registry);
  const repoint = createRepointRelations({ registry, reader });
  const steps = createAnswerSteps();
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
    steps,
    uploads,
    reader,
    cascade,
    placement,
    typeSecurity,
    readRules,
    routing,
    publishable,
    operations: () => operations,
    users: deps.users,
  });
  const run = steps.around(
    uploads.around(createRunCommand({ database, registry, tablePrefix: config.tablePrefix, ...features })),
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
        sizeParameter: config.pagination.itemsPerPageParameterName,
        assertListable(resource, { actor }) {
          readRules.assertListable(resource, actor);
          deps.users.access.assertListable(resource, actor);
        },
      }),
      remove: (record, _resource, scope) => cascade.removeAll([record], scope),
      createGuard(resource, { actor }) {
        typeSecurity.assertAllowed(resource, 'create', actor);
        routing.assertCreatable(resource, actor);
        deps.users.access.assertCreatable(resource, actor);
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
    publication,
  };
}
