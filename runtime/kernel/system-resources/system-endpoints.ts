import type { Actor, RequestContext } from '../contract/context.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../contract/http/http.js';
import { MERGE_PATCH } from '../contract/http/media-types.js';
import type { JsonObject } from '../contract/json.js';
import { WRITE_TYPES } from '../endpoints/resource-endpoints.js';
import type { AppError } from '../errors/app-error.js';
import { denied, notFound } from '../errors/catalog.js';
import type { Kernel } from '../kernel.js';
import { COLLECTION } from '../serializer/collection-writer.js';
import { isUuid } from '../util/is-uuid.js';
import { SYSTEM_OPERATIONS, type SystemOperation, type SystemResource } from './define-system-resource.js';
import { documentOperation } from './document-system-resource.js';
import { cursorOf, type ListPosition, readCursor } from './keyset-page.js';
import { createPrintSystemRecord } from './print-system-record.js';
import { type MemberReaders, readValidMembers } from './read-members.js';
import type { SystemMembers } from './system-members.js';
import type { SystemFilter, SystemStore } from './system-store.js';
import type { SystemWrites } from './system-writes.js';

/** Records per page. */
const PAGE_SIZE = 30;

/** Values of a new record, and members that only the response to its creation contains. */
export interface NewRecord<Stored> {
  readonly values: Omit<Stored, 'id'>;
  readonly shown: JsonObject;
}

export interface SystemEndpointDeps<Stored extends ListPosition> extends Pick<Kernel, 'iris' | 'guard'> {
  readonly resource: SystemResource<SystemMembers>;
  readonly store: Pick<SystemStore<Stored>, 'first' | 'list' | 'count'>;
  readonly writes: SystemWrites<Stored>;
  readonly badCursor: () => AppError;
  /** Returns whether a caller may use the endpoints. Others are refused before the record is looked up. */
  readonly mayUse: (actor: Actor) => boolean;
  /** Returns the filter of the records that exist for a caller; default: all. */
  readonly existing?: (context: RequestContext) => SystemFilter<Stored>;
  readonly tokens?: 'refused';
  readonly readersFor?: (context: RequestContext) => MemberReaders<Stored>;
  /** Completes the valid members of a body. */
  readonly complete: (
    read: Partial<Stored>,
    body: JsonObject,
    context: RequestContext,
  ) => NewRecord<Stored> | Promise<NewRecord<Stored>>;
  /** Returns the computed members of documents, in the same order. */
  readonly compute?: (records: readonly Stored[], shape: 'list' | 'item') => Promise<readonly JsonObject[]>;
}

/** Creates the endpoints of the operations that a resource declares. */
export function createSystemEndpoints<Stored extends ListPosition>(
  deps: SystemEndpointDeps<Stored>,
): readonly Endpoint[] {
  const { resource, mayUse } = deps;
  const handlers = createHandlers(deps);
  return SYSTEM_OPERATIONS.flatMap((operation): readonly Endpoint[] => {
    const text = resource.operations[operation];
    if (text === undefined) return [];
    const { handle, isItem, ...endpoint } = handlers[operation];
    return [
      {
        ...endpoint,
        ...(deps.tokens === undefined ? {} : { tokens: deps.tokens }),
        pattern: isItem ? `${resource.path}/{${keyOf(resource)}}` : resource.path,
        documentation: documentOperation(resource, operation, text),
        async handle(request) {
          const { actor } = request.context;
          if (!mayUse(actor)) throw denied(actor);
          return { cache: 'private', ...(await handle(request)) };
        },
      },
    ];
  });
}

interface Handler extends Pick<Endpoint, 'method' | 'accepts' | 'handle'> {
  readonly isItem: boolean;
}

const keyOf = ({ key = 'id' }: SystemResource<SystemMembers>): string => key;

function createHandlers<Stored extends ListPosition>(
  deps: SystemEndpointDeps<Stored>,
): Readonly<Record<SystemOperation, Handler>> {
  const { resource, store, writes, iris, readersFor, existing } = deps;
  const printRecord = createPrintSystemRecord<Stored>(resource, { prefix: iris.prefix, guard: deps.guard });

  async function print(record: Stored, { context: { actor } }: ApiRequest): Promise<JsonObject> {
    const [computed] = (await deps.compute?.([record], 'item')) ?? [];
    return printRecord(record, actor, computed);
  }
  async function find({ parameters, context }: ApiRequest): Promise<Stored> {
    const id = parameters[keyOf(resource)];
    const filter = { ...existing?.(context), id } as SystemFilter<Stored>; // Every record has an id.
    const record = isUuid(id) ? await store.first(filter) : undefined;
    if (record === undefined) throw notFound();
    return record;
  }
  const reading = ({ context }: ApiRequest) => ({
    members: resource.members,
    readers: readersFor?.(context),
    now: context.now,
  });

  return {
    list: { method: 'GET', isItem: false, handle: (request) => list(request, printRecord, deps) },
    create: {
      method: 'POST',
      isItem: false,
      accepts: WRITE_TYPES,
      async handle(request) {
        const body = await request.json();
        const read = await readValidMembers<Stored>(body, 'create', reading(request));
        const { values, shown } = await deps.complete(read, body, request.context);
        const document = await print(await writes.create(values, request.context), request);
        const iri = document['@id'];
        return {
          status: 201,
          body: { ...document, ...shown },
          ...(typeof iri === 'string' ? { headers: { Location: iri } } : {}),
        };
      },
    },
    read: {
      method: 'GET',
      isItem: true,
      handle: async (request) => ({ status: 200, body: await print(await find(request), request) }),
    },
    change: {
      method: 'PATCH',
      isItem: true,
      accepts: [MERGE_PATCH],
      async handle(request) {
        const record = await find(request);
        const changed = await readValidMembers<Stored>(await request.json(), 'change', reading(request));
        const stored = await writes.change(record, changed, request.context);
        return { status: 200, body: await print(stored, request) };
      },
    },
    remove: {
      method: 'DELETE',
      isItem: true,
      async handle(request) {
        await writes.remove(await find(request), request.context);
        return { status: 204 };
      },
    },
  };
}

async function list<Stored extends ListPosition>(
  { context, query, queryString }: ApiRequest,
  print: ReturnType<typeof createPrintSystemRecord<Stored>>,
  { resource, store, iris, ...deps }: SystemEndpointDeps<Stored>,
): Promise<ApiResponse> {
  const filter = deps.existing?.(context);
  const records = await store.list({ after: readCursor(query, deps.badCursor), limit: PAGE_SIZE }, filter);
  const computed = await deps.compute?.(records, 'list');
  const last = records.length === PAGE_SIZE ? records.at(-1) : undefined;
  const next = new URLSearchParams(queryString);
  if (last !== undefined) next.set('before', cursorOf(last));
  const body = {
    '@type': COLLECTION,
    member: records.map((record, index) => print(record, context.actor, computed?.[index])),
    totalItems: await store.count(filter),
    ...(last === undefined ? {} : { next: `${iris.prefix}${resource.path}?${next.toString()}` }),
  };
  return { status: 200, body };
}
