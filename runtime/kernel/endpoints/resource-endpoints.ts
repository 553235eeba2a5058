import type { ApiRequest, ApiResponse, Endpoint } from '../contract/http/http.js';
import type { JsonObject } from '../contract/json.js';
import { MERGE_PATCH } from '../contract/http/media-types.js';
import type { Representation } from '../contract/records/operations.js';
import type { OperationName } from '../contract/schema/resource.js';
import { kernelErrors } from '../errors/catalog.js';
import type { IriConverter } from '../metadata/iri-converter.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import type { ResourceOperations } from '../resource-operations.js';
import type { BodySource, ItemUpdate } from '../writes/prepared-writes.js';
import { assertNothing } from '../writes/precondition.js';
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
  /** Whether writes of records must name a version. */
  readonly requireIfMatch: boolean;
}

export const WRITE_TYPES = ['application/ld+json', 'application/json'];
const PATCH_TYPES = [MERGE_PATCH];

/** The collection and item endpoints of one resource, as its descriptor declares them. */
export function createResourceEndpoints(
  resource: RegisteredResource,
  deps: ResourceEndpointDeps,
): Endpoint[] {
  const { operations, ignored } = deps;
  // Identifying members may hold slashes (paths, references), ids do not.
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

/** `POST` of a collection with a JSON body. */
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
      const body = await bodySource(request, resource);
      const { 'if-none-match': ifNoneMatch } = request.headers;
      if (ifNoneMatch !== undefined) {
        await operations.assertAllowed.create(resource, request.context);
        // The collection is what the address names, and it is there.
        assertNothing(ifNoneMatch);
      }
      const representation = await operations.create(resource, body, request.context);
      const response = answer(representation, request, 201);
      return ignored.inWrite({ resource, request, body: body(), representation }, response);
    },
  };
}

function updateEndpoint(
  kind: ItemUpdate['kind'],
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
      const body = await bodySource(request, resource);
      const key = keyOf(request);
      const precondition = preconditionOf(request, deps.requireIfMatch);
      const write = { kind, resource, key, body, precondition };
      const representation = await asConditional(request, conditional, () =>
        deps.operations.update(write, request.context),
      );
      const response = answer(representation, request, 200);
      return deps.ignored.inWrite({ resource, request, body: body(), representation }, response);
    },
  };
}

/** What a write of an item tells those who name an old version of it. */
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
 * Reads the body before the transaction opens, but reports a bad one only when the operation asks for it. One that has hundreds of
 * members which its type does not know is bad: unknown members are reported one by one, and these are no typing mistakes.
 */
export async function bodySource(
  request: ApiRequest,
  { name, fields }: Pick<RegisteredResource, 'name' | 'fields'>,
): Promise<BodySource> {
  try {
    const body = await request.json();
    assertFewMembers(body, fields.length + MOST_UNKNOWN, name);
    return () => body;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

const MOST_UNKNOWN = 100;

function assertFewMembers(body: JsonObject, most: number, type: string): void {
  if (Object.keys(body).length > most)
    throw kernelErrors.tooManyValues(`A ${type} has fewer than ${most} members.`);
}

function keyOf({ parameters }: ApiRequest): string {
  return parameters.id ?? '';
}

export type ItemAnswer = (
  representation: Representation,
  request: AnsweredRequest,
  status: number,
) => ApiResponse;

/** What an answer shows of its request. */
export type AnsweredRequest = Pick<ApiRequest, 'method' | 'queryString' | 'context'>;

/** The document of one record with its headers and cache facts. */
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

/** An answer that shows more than the one record, so that its `ETag` is of the document alone. */
export function withoutVersion(response: ApiResponse): ApiResponse {
  const copy: { version?: number } = { ...response };
  delete copy.version;
  return copy as ApiResponse; // the rest is as it was
}

/** The address at which the answer of a write is read again (core.md section 1.6). */
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
