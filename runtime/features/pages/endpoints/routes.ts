import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
import type { Reference } from '../../../kernel/contract/records/record.js';
import { loadChildren } from '../routes/children.js';
import { type GenerateRoute, GENERATION_MEMBERS } from '../routes/generate.js';
import type { LoadRedirects } from '../routes/redirects.js';
import { readRouteKey } from '../routes/route-key.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { RegisteredResource } from '../../../kernel/metadata/resource-registry.js';
import { isShownDrafts } from '../../../kernel/authorization/acting-token.js';
import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import { documentTerms } from '../../../kernel/serializer/document-terms.js';
import { earliest } from '../../../kernel/util/dates/earliest.js';
import type { ReportIgnored } from '../../../kernel/endpoints/report-ignored.js';
import type { ResourceEndpointDeps } from '../../../kernel/endpoints/resource-endpoints.js';
import {
  createItemAnswer,
  createResourceEndpoints,
  readBody,
  withoutVersion,
  WRITE_TYPES,
} from '../../../kernel/endpoints/resource-endpoints.js';
import { requireBody } from '../../../kernel/writes/body-result.js';

export interface RouteEndpointDeps extends ResourceEndpointDeps {
  readonly generateRoute: GenerateRoute;
  readonly loadRedirects: LoadRedirects;
  readonly report: ReportIgnored;
}

/**
 * Creates the endpoints of routes: the generic ones, item addresses with suffixes, and generation (core.md section
 * 6.1).
 */
export function createRouteEndpoints(resource: RegisteredResource, deps: RouteEndpointDeps): Endpoint[] {
  const answer = createItemAnswer(resource, deps);
  const generic = createResourceEndpoints(resource, deps);
  return [
    {
      method: 'POST',
      pattern: `${resource.path}/generate`,
      mayBePart: true,
      accepts: WRITE_TYPES,
      async handle(request) {
        const body = await readBody(request, resource);
        const response = answer(await deps.generateRoute(body, request.context), request, 201);
        const unknown = Object.keys(requireBody(body).body).filter(
          (name) => !name.startsWith('@') && !GENERATION_MEMBERS.has(name),
        );
        return deps.report(request, { unknown }, response);
      },
    },
    ...generic.flatMap((endpoint) =>
      endpoint.method === 'GET' && endpoint.pattern.endsWith('{id*}')
        ? readEndpoints({ ...deps, item: endpoint, resource })
        : [endpoint],
    ),
  ];
}

/** Dependencies of the item endpoint: the generic endpoint and its additions. */
interface RouteReadDeps extends RouteEndpointDeps {
  readonly item: Endpoint;
  readonly resource: RegisteredResource;
}

/** Creates the item endpoint for any address, and the sub-resources of an item that is addressed by its id. */
function readEndpoints(deps: RouteReadDeps): Endpoint[] {
  const { item, resource } = deps;
  const read = (request: ApiRequest, id: string): Promise<ApiResponse> =>
    readAddress({ ...request, parameters: { ...request.parameters, id } }, deps);
  const ofId = ['children', 'redirects'].map((suffix): Endpoint => ({
    ...item,
    pattern: `${resource.path}/{id}/${suffix}`,
    handle: (request) => read(request, `${request.parameters.id ?? ''}/${suffix}`),
  }));
  return [{ ...item, handle: (request) => read(request, request.parameters.id ?? '') }, ...ofId];
}

const SUFFIX = /^(.+)\/(children|redirects)$/s;

/**
 * Resolves the address of a route. A stored path wins over a suffix, and a suffix over an extension (contract
 * decision 39).
 */
async function readAddress(request: ApiRequest, deps: RouteReadDeps): Promise<ApiResponse> {
  const key = request.parameters.id ?? '';
  const [, owner, suffix] = SUFFIX.exec(key) ?? [];
  const isPath = owner === undefined || (await storedPath([key], request.context, deps)) !== undefined;
  if (!isPath && suffix === 'children') return readChildren(owner, request, deps);
  if (!isPath) return readRedirects(await exactKey(owner, request.context, deps), request, deps);
  return deps.item.handle({
    ...request,
    parameters: { ...request.parameters, id: await exactKey(key, request.context, deps) },
  });
}

/** Resolves `/contact.json` to `/contact` unless a route has the longer path. */
async function exactKey(key: string, context: RequestContext, deps: RouteEndpointDeps): Promise<string> {
  const read = readRouteKey(key);
  if (read.kind !== 'paths' || read.paths.length === 1) return key;
  return (await storedPath(read.paths, context, deps)) ?? key;
}

/** Returns the first of the paths that is stored. */
async function storedPath(
  paths: readonly string[],
  context: RequestContext,
  { operations }: RouteEndpointDeps,
): Promise<string | undefined> {
  const session = operations.sessionFor(context);
  const test = session.dialect.anyOf('r.route', 'paths', 'string');
  const sql = `select r.route as path from ${session.table('route')} r where ${test}`;
  const rows = await session.all<{ path: string }>(sql, { paths });
  const stored = new Set(rows.map(({ path }) => path));
  return paths.find((path) => stored.has(path));
}

const ROUTE_TREE = 'RouteTree';
export const ROUTE_TREE_CONTEXTS = {
  [ROUTE_TREE]: documentTerms(ROUTE_TREE, { iris: ['route'], lists: ['children'] }),
};

/** Returns the child routes. For administrators only, because the list includes routes that are not live. */
async function readChildren(key: string, { context }: ApiRequest, deps: RouteReadDeps): Promise<ApiResponse> {
  const { actor } = context;
  if (!isGranted(actor, ROLE_ADMIN) || !isShownDrafts(actor)) throw denied(actor);
  const { operations, iris, resource } = deps;
  const { record } = await operations.readItem(resource, await exactKey(key, context, deps), context);
  const children = await loadChildren(record, (path) => iris.item(resource, path), operations.session);
  const body = { '@context': `${iris.prefix}/contexts/${ROUTE_TREE}`, children };
  return { status: 200, body, cache: 'private' };
}

/** Returns the route with the tree of its redirects, as far as the caller may read them. */
async function readRedirects(key: string, request: ApiRequest, deps: RouteReadDeps): Promise<ApiResponse> {
  const { context } = request;
  const { resource } = deps;
  const top = await deps.operations.readItem(resource, key, context);
  const nested = await deps.loadRedirects(top.record.id, {
    context,
    session: deps.operations.sessionFor(context),
  });
  const byId = new Map(nested.map((representation) => [representation.record.id, representation]));
  const answer = withoutVersion(createItemAnswer(resource, deps)(top, request, 200));
  const iriOf = ({ record }: Representation): string => deps.iris.item(resource, String(record.values.path));
  const shown: Representation[] = [];
  const print = (representation: Representation): JsonObject => {
    shown.push(representation);
    const document = deps.serializer.serialize(representation, context, 'member');
    return { ...document, redirectedFrom: nodes(representation) };
  };
  const nodes = (representation: Representation): JsonValue[] =>
    incoming(representation).flatMap(({ id }) => {
      const node = byId.get(id);
      byId.delete(id); // ends a redirect loop
      return node === undefined ? [] : [print(node)];
    });
  const body = { ...(answer.body as JsonObject), redirectedFrom: nodes(top) }; // item responses contain a document
  const tags = shown.flatMap((node) => [iriOf(node), ...node.tags]);
  const expiresAt = shown.reduce((moment, node) => earliest(moment, node.expiresAt), answer.expiresAt);
  return {
    ...answer,
    body,
    tags: [...(answer.tags ?? []), ...tags],
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

/**
 * Returns the redirects to a route. The representation extension has already removed those that the caller may not
 * read.
 */
function incoming({ record, members }: Representation): readonly Reference[] {
  return (members.redirectedFrom ?? record.values.redirectedFrom ?? []) as readonly Reference[];
}
