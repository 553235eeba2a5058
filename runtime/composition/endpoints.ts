import { USER, type Accounts } from '../accounts/index.js';
import type { AppConfig } from '../config/app-config.js';
import type { Database } from '../contract/database.js';
import type { Endpoint } from '../contract/http.js';
import type { JsonObject } from '../contract/json.js';
import { createCollectionPrinter } from '../http/collection-printer.js';
import { accountEndpoints } from '../http/endpoints/accounts.js';
import { limitRegistrations } from '../http/endpoints/accounts-users.js';
import { createDocumentationEndpoints } from '../http/endpoints/documentation.js';
import { createHealthEndpoints } from '../http/endpoints/health.js';
import { createPageDataMetadataEndpoints } from '../http/endpoints/page-data-metadatas.js';
import { createUsageEndpoint } from '../http/endpoints/usage.js';
import { createResourceManifestEndpoint } from '../http/endpoints/resource-manifest.js';
import { createItemAnswer, createResourceEndpoints } from '../http/endpoints/resources.js';
import { createRouteEndpoints } from '../http/endpoints/routes.js';
import { createIgnoredInput } from '../http/ignored-input.js';
import { createTellIgnored } from '../http/tell-ignored.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { ResourceRegistry } from '../metadata/resource-registry.js';
import { createDeclaredTo, createReadsPath } from '../operations/queries/declared-parameters.js';
import { createItemSerializer } from '../serializer/item-serializer.js';
import type { ExpressionGate } from '../serializer/field-access.js';
import { createDownloadEndpoints } from '../http/endpoints/download.js';
import { createUploadEndpoints } from '../http/endpoints/upload.js';
import type { Uploads } from '../uploads/index.js';
import type { Content } from './content.js';

export interface EndpointDeps {
  readonly config: AppConfig;
  readonly registry: ResourceRegistry;
  readonly iris: IriConverter;
  readonly database: Database;
  readonly gate: ExpressionGate;
  readonly accounts: Accounts;
  readonly content: Content;
  readonly uploads: Uploads;
  readonly openApi: JsonObject;
  readonly release: string;
}

/** Every endpoint of the API; all resources share one set, but for routes. */
export function composeEndpoints(deps: EndpointDeps): readonly Endpoint[] {
  const { config, registry, iris, database, content } = deps;
  const serializer = createItemSerializer({
    registry,
    iris,
    gate: deps.gate,
    metadataKey: config.metadataKey,
  });
  const printCollection = createCollectionPrinter({ serializer, iris, hydraPrefix: config.hydraPrefix });
  const declaredTo = createDeclaredTo(createReadsPath({ registry, gate: deps.gate }));
  const tell = createTellIgnored(config);
  const ignored = createIgnoredInput({ config, declaredTo, gate: deps.gate, tell });
  const resourceDeps = { operations: content.operations, serializer, iris, printCollection, ignored };
  const { operations } = content;
  const { uploads } = deps;
  const users = registry.require(USER);
  return [
    ...createHealthEndpoints({
      ping: async () => void (await database.all('select 1 as alive')),
    }),
    ...createDocumentationEndpoints({
      config,
      resources: registry.all,
      openApi: deps.openApi,
      release: deps.release,
    }),
    ...createPageDataMetadataEndpoints({
      registry,
      iris,
      namespace: config.classNamespace,
      publicUrl: config.server.publicUrl,
      metadataKey: config.metadataKey,
    }),
    ...accountEndpoints(deps.accounts, async (request) => {
      const { context } = request;
      const record = context.actor.user && (await content.reader.find(database, USER, context.actor.user.id));
      if (record == null) return undefined;
      const representation = await operations.show(record, users, context);
      return createItemAnswer(users, resourceDeps)(representation, request, 200);
    }),
    ...limitRegistrations(createResourceEndpoints(users, resourceDeps), users, operations),
    ...registry.all
      .filter(({ name }) => name !== USER && name !== 'Route')
      .flatMap((resource) => createResourceEndpoints(resource, resourceDeps)),
    ...createRouteEndpoints(registry.require('Route'), { ...resourceDeps, ...content.routes, tell }),
    createResourceManifestEndpoint(content),
    ...registry.all.flatMap((resource) => [
      ...createUploadEndpoints(resource, {
        operations,
        uploads,
        tell,
        maxBytes: config.uploads.maxBytes,
        answer: createItemAnswer(resource, resourceDeps),
      }),
      ...createDownloadEndpoints(resource, { operations, uploads, iris, config }),
    ]),
    ...registry.all
      .filter(({ operations }) => operations.includes('usage'))
      .map((resource) =>
        createUsageEndpoint(resource, {
          operations: content.operations,
          iris,
          countUsage: content.countUsage,
          publication: content.publication,
        }),
      ),
  ];
}
