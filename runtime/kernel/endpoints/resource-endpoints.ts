import type { ApiRequest, ApiResponse, Endpoint } from '../contract/http/http.js';
import { MERGE_PATCH } from '../contract/http/media-types.js';
import type { Representation } from '../contract/records/operations.js';
import type { BodyResult } from '../contract/records/writes.js';
import type { OperationName } from '../contract/schema/resource.js';
import { kernelErrors } from '../errors/catalog.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { ResourceOperations } from '../resource-operations.js';
import { parsedBody, requireBody } from '../writes/body-result.js';
import { assertNothing } from '../writes/precondition.js';
import type { UpdateInput } from '../writes/write-input.js';
import type { CollectionPrinter } from './collection-printer.js';
import type { IgnoredInput } from './ignored-input.js';
import { asConditional, type ConditionalWriteDeps, preconditionOf } from './conditional-writes.js';
import type { ItemSerializer } from '../serializer/item-serializer.js';

export interface ResourceEndpointDeps {
  readonly operations: ResourceOperations;
  readonly serializer: ItemSerializer;
  readonly iris: IriConverter;
  readonly printCollection: CollectionPrinter;
  readonly ignored: IgnoredInput;
  /** Whether writes must send `If-Match`. */
  readonly requireIfMatch: boolean;
}

export const WRITE_TYPES = ['application/ld+json', 'application/json'];
const PATCH_TYPES = [MERGE_PATCH];

/** Returns the collection and item endpoints of a resource, as declared by its descriptor. */
export function createResourceEndpoints(
  resource: RegisteredResource,
  deps: ResourceEndpointDeps,
): Endpoint[] {
  const { operations, ignored } = deps;
  // Identifying fields may contain slashes (paths, references); ids may not.
  const item = `${resource.path}/${resource.identifier === undefined && resource.lookup === undefined ? '{id}' : '{id*}'}`;
  const answer = createItemAnswer(resource, deps);
  const all: Partial<Record<OperationName, Endpoint>> = {
    collection: {
      method: 'GET',
      pattern: resource.path,
      mayBePart: true,
      handle: (request) => readCollection(resource, request, deps),
    },
    create: createEndpoint(resource, { operations, ignored, answer }),
    read: {
      method: 'GET',
      pattern: item,
      mayBePart: true,
      async handle(request) {
        const representation = await operations.readItem(resource, keyOf(request), request.context);
        return ignored.inRead(resource, request, answer(representation, request, 200));
      },
    },
    delete: {
      method: 'DELETE',
      pattern: item,
      mayBePart: true,
      async handle(request) {
        const precondition = preconditionOf(request, deps.requireIfMatch);
        await asConditional(request, conditionalOn(resource, { operations, answer }), () =>
          operations.remove({ resource, key: keyOf(request), precondition }, request.context),
        );
        return { status: 204, cache: 'none' };
      },
    },
    update: updateEndpoint('update', { resource, pattern: item }, deps),
    replace: updateEndpoint('replace', { resource, pattern: item }, deps),
  };
  const declared = resource.operations.flatMap((operation) => all[operation] ?? []);
  return declared.map((endpoint): Endpoint => ({ ...endpoint, tokens: 'scoped' }));
}

/** Returns the endpoint for `POST` of a collection with a JSON body. */
export function createEndpoint(
  resource: RegisteredResource,
  {
    operations,
    ignored,
    answer,
  }: Pick<ResourceEndpointDeps, 'operations' | 'ignored'> & { readonly answer: ItemAnswer },
): Endpoint {
  return {
    method: 'POST',
    pattern: resource.path,
    mayBePart: true,
    accepts: WRITE_TYPES,
    tokens: 'scoped',
    async handle(request) {
      const body = await readBody(request, resource);
      const { 'if-none-match': ifNoneMatch } = request.headers;
      if (ifNoneMatch !== undefined) {
        await operations.assertAllowed.create(resource, request.context);
        // The URL names the collection, which always exists.
        assertNothing(ifNoneMatch);
      }
      const representation = await operations.create(resource, body, request.context);
      const response = answer(representation, request, 201);
      const { body: sent } = requireBody(body);
      return ignored.inWrite({ resource, request, body: sent, representation }, response);
    },
  };
}

function updateEndpoint(
  kind: UpdateInput['kind'],
  { resource, pattern }: { readonly resource: RegisteredResource; readonly pattern: string },
  deps: ResourceEndpointDeps,
): Endpoint {
  const answer = createItemAnswer(resource, deps);
  const conditional = conditionalOn(resource, { ...deps, answer });
  return {
    method: kind === 'update' ? 'PATCH' : 'PUT',
    pattern,
    mayBePart: true,
    accepts: kind === 'update' ? PATCH_TYPES : WRITE_TYPES,
    async handle(request) {
      const body = await readBody(request, resource);
      const key = keyOf(request);
      const precondition = preconditionOf(request, deps.requireIfMatch);
      const write = { kind, resource, key, body, precondition };
      const representation = await asConditional(request, conditional, () =>
        deps.operations.update(write, request.context),
      );
      const response = answer(representation, request, 200);
      const { body: sent } = requireBody(body);
      return deps.ignored.inWrite({ resource, request, body: sent, representation }, response);
    },
  };
}

/** Returns the current version for responses to writes with an outdated `If-Match`. */
export function conditionalOn(
  resource: RegisteredResource,
  { operations, answer }: Pick<ResourceEndpointDeps, 'operations'> & { readonly answer: ItemAnswer },
): ConditionalWriteDeps {
  return {
    operations,
    async read(request) {
      const representation = await operations.readItem(resource, keyOf(request), request.context);
      return { representation, response: answer(representation, request, 200) };
    },
  };
}

/**
 * Reads the body before the transaction begins. The operation reports an error once the caller is authorized. A
 * body with hundreds of unknown members is rejected, because they are reported one by one and are not typing
 * mistakes.
 */
export async function readBody(
  request: ApiRequest,
  { name, fields }: Pick<RegisteredResource, 'name' | 'fields'>,
): Promise<BodyResult> {
  try {
    const body = await request.json();
    const most = fields.length + MOST_UNKNOWN;
    if (Object.keys(body).length <= most) return parsedBody(body);
    return {
      isParsed: false,
      error: kernelErrors.tooManyValues(`A ${name} has fewer than ${most} members.`),
    };
  } catch (error) {
    return { isParsed: false, error };
  }
}

const MOST_UNKNOWN = 100;

function keyOf({ parameters }: ApiRequest): string {
  return parameters.id ?? '';
}

export type ItemAnswer = (
  representation: Representation,
  request: AnsweredRequest,
  status: number,
) => ApiResponse;

/** Parts of the request that the response depends on. */
export type AnsweredRequest = Pick<ApiRequest, 'method' | 'queryString' | 'context'>;

/** Creates the function that builds the response for one record, with headers and caching data. */
export function createItemAnswer(
  resource: RegisteredResource,
  { serializer, iris }: Pick<ResourceEndpointDeps, 'serializer' | 'iris'>,
): ItemAnswer {
  return (representation, request, status) => {
    const body = serializer.serialize(representation, request.context);
    const iri = String(body['@id']);
    const { record, tags, vary, headers, expiresAt } = representation;
    return {
      status,
      body,
      headers: request.method === 'GET' ? headers : { ...headers, ...writeHeaders(iri, request, status) },
      tags: [iri, iris.item(resource, record.id), ...tags],
      vary: [...vary],
      ...(record.version === undefined ? {} : { version: record.version }),
      ...(resource.isPersonal === true ? { cache: 'user' } : {}),
      ...(resource.isVolatile === true ? { isVolatile: true } : {}),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
  };
}

/**
 * Removes the version from a response that shows more than one record, so that its `ETag` depends on the
 * document alone.
 */
export function withoutVersion(response: ApiResponse): ApiResponse {
  const copy: { version?: number } = { ...response };
  delete copy.version;
  return copy as ApiResponse; // All other members are unchanged.
}

/** Returns the URL under which the result of a write can be read (core.md section 1.6). */
function writeHeaders(iri: string, { queryString }: AnsweredRequest, status: number): Record<string, string> {
  const query = queryString === '' ? '' : `?${queryString}`;
  return {
    'Content-Location': `${iri}.jsonld${query}`,
    ...(status === 201 ? { Location: iri } : {}),
  };
}

async function readCollection(
  resource: RegisteredResource,
  request: ApiRequest,
  { operations, printCollection, ignored }: ResourceEndpointDeps,
): Promise<ApiResponse> {
  const { context } = request;
  const result = await operations.readCollection(resource, { session: operations.session, context });
  const sent = { request, useless: result.useless };
  return ignored.inList(resource, sent, { status: 200, ...printCollection(result, request) });
}
