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
  /** All enabled resources with their base fields. */
  readonly resources: readonly CompleteDescriptor[];
  /** The built-in types as documented, whether enabled or not. */
  readonly coreResources: readonly ResourceDescriptor[];
  /** Additional parts of the document: generated types and endpoints of features. */
  readonly parts: readonly ApiPart[];
  /** Tags for the operations of features. */
  readonly tags?: DeploymentFacts['tags'];
  /** Terms of documents that are not records, by context name. */
  readonly contexts: Readonly<Record<string, JsonObject>>;
  /** Extends every operation with details from features. */
  readonly describeOperation?: DescribeOperation;
  /** `<package version>@<short reference>`, appended to the API version. */
  readonly release: string;
}

const HTML = 'text/html';
const OPEN_API = 'application/vnd.openapi+json';

/**
 * Creates the endpoints for the entrypoint, the contexts and all documentation formats (core.md sections 1.3 and 1.4).
 */
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
  // Loaded and built with the first request, because most processes never need it.
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

/** Returns the OpenAPI document as text, including everything that it refers to. */
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

/** Returns the paths of disabled built-in types. */
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
