import type { DocumentationConfig } from './settings.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../kernel/contract/http/http.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { CompleteDescriptor, ResourceDescriptor } from '../../kernel/contract/schema/resource.js';
import { notFound } from '../../kernel/errors/catalog.js';
import { buildContextDocument, type DocumentationFacts } from '../../kernel/serializer/context-document.js';
import type { ApiPart, DescribeOperation } from '../../kernel/contract/http/api-part.js';
import type { DeploymentFacts } from '../../openapi/api-document.js';
import { buildEntrypoint } from '../../kernel/serializer/entrypoint.js';
import { buildHydraDocumentation } from '../../kernel/serializer/hydra-documentation.js';
import { renderDocsPage } from './docs-page/docs-page.js';
import { JSON_LD, JSON_TYPE } from '../../kernel/contract/http/media-types.js';
import { once } from '../../kernel/util/async/once.js';

export interface DocumentationDeps {
  readonly config: Pick<
    DocumentationConfig,
    'apiPrefix' | 'server' | 'websiteName' | 'apiVersion' | 'documentation' | 'metadataKey'
  >;
  /** All enabled resources, base fields included. */
  readonly resources: readonly CompleteDescriptor[];
  /** The built-in types as they are documented, whether they are enabled or not. */
  readonly coreResources: readonly ResourceDescriptor[];
  /** The parts that are documented beside them: the generated types, and endpoints of features. */
  readonly parts: readonly ApiPart[];
  /** Groups of the operations of features. */
  readonly tags?: DeploymentFacts['tags'];
  /** Terms of documents that show no record, by the name of their context. */
  readonly contexts: Readonly<Record<string, JsonObject>>;
  /** What features add to the operations of all. */
  readonly describeOperation?: DescribeOperation;
  /** `<package version>@<short reference>`, printed behind the API version. */
  readonly release: string;
}

const HTML = 'text/html';
const OPEN_API = 'application/vnd.openapi+json';

/** The entrypoint, the contexts and the documentation in all its forms (core.md sections 1.3 and 1.4). */
export function createDocumentationEndpoints(
  config: DocumentationDeps['config'],
  deps: () => DocumentationDeps,
): readonly Endpoint[] {
  const facts = once(() => documentationFacts(deps()));
  const page = renderDocsPage(config);
  const html = (): ApiResponse => ({
    status: 200,
    content: page.html,
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': page.contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' },
  });
  // Most processes are never asked for it, so it is loaded and built when the first one asks.
  const openApiText = once(() => printOpenApi(deps()));
  const hydraText = once(() => JSON.stringify(buildHydraDocumentation(facts())));
  const entrypoint = once(() => buildEntrypoint(facts()));
  const entrypointEndpoint = (pattern: string): Endpoint => ({
    method: 'GET',
    pattern,
    produces: [JSON_LD, JSON_TYPE, HTML],
    withoutDatabase: true,
    handle: ({ mediaType }) => answer(mediaType === HTML ? html() : { status: 200, body: entrypoint() }),
  });
  return [
    entrypointEndpoint('/'),
    entrypointEndpoint('/index'),
    contextEndpoint(facts),
    {
      method: 'GET',
      pattern: '/docs',
      produces: [JSON_LD, JSON_TYPE, OPEN_API, HTML],
      withoutDatabase: true,
      async handle({ mediaType = JSON_LD }) {
        if (mediaType === HTML) return html();
        const content = mediaType === JSON_LD ? hydraText() : await openApiText();
        return { status: 200, content, contentType: `${mediaType}; charset=utf-8` };
      },
    },
  ];
}

/** The text of the OpenAPI document: everything that it refers to is in it. */
export async function printOpenApi(deps: DocumentationDeps): Promise<string> {
  const { printApiDocument } = await import('../../openapi/core-part.js');
  return printApiDocument(deps.coreResources, deps.parts, {
    ...documentationFacts(deps),
    documentation: deps.config.documentation,
    tags: deps.tags ?? [],
    disabledPaths: disabledPaths(deps),
    ...(deps.describeOperation === undefined ? {} : { describeOperation: deps.describeOperation }),
  });
}

function documentationFacts({ config, resources, contexts, release }: DocumentationDeps): DocumentationFacts {
  const { apiPrefix, websiteName, metadataKey } = config;
  const version = `${config.apiVersion} (${release})`;
  const { publicUrl } = config.server;
  return { resources, contexts, apiPrefix, websiteName, metadataKey, version, publicUrl };
}

/** Built-in types that are switched off. */
function disabledPaths({ resources, coreResources }: DocumentationDeps): readonly string[] {
  const enabled = new Set(resources.map(({ path }) => path));
  return coreResources.map(({ path }) => path).filter((path) => !enabled.has(path));
}

function contextEndpoint(facts: () => DocumentationFacts): Endpoint {
  return {
    method: 'GET',
    pattern: '/contexts/{id}',
    withoutDatabase: true,
    async handle({ parameters }: ApiRequest) {
      const body = buildContextDocument(parameters['id'] ?? '', facts());
      if (body === undefined) throw notFound();
      return { status: 200, body };
    },
  };
}

const answer = (response: ApiResponse): Promise<ApiResponse> => Promise.resolve(response);
