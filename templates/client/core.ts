import { addressesOf, pageAddress } from './addresses.js';
import { ApiError, errorOf } from './errors.js';
import type { FieldTypes } from './form.js';
import { treeOf, type AnyDocument, type Iri, type PageSnapshot, type PageTree, type PageTypes } from './page.js';
import { createWatch, type Unwatch, type WatchOptions } from './watch.js';

export interface ClientOptions {
  /** URL of the API, including its prefix: `https://api.example.com/_api`. */
  readonly baseUrl: string;
  /** Replacement for the global `fetch`, for tests or tracing. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * `Cookie` header of the visitor, for servers that render pages. Outside browsers, the client stores the cookies of the
   * API, such as the session of `login`. Never share such a client between visitors.
   */
  readonly cookie?: string;
  /** Access token, sent as `Authorization: Bearer`. */
  readonly token?: string;
  /** Token of a preview link: reads include unpublished content, and writes are rejected. */
  readonly preview?: string;
}

/** Types of a resource. They do not exist at run time. */
export interface ResourceTypes {
  readonly document: object;
  readonly input: object;
  readonly patch: object;
  /** Query parameters that filter its lists. */
  readonly filters: object;
  /** Members by which its lists can be sorted. */
  readonly order: string;
  /** Members that contain files. */
  readonly files: string;
}

/** Type of the API. `generated/client` exports one for each schema file. */
export interface Resource<Types extends ResourceTypes = ResourceTypes> {
  readonly name: string;
  readonly path: string;
  /** Member with the publication date; default: `publishedAt`. */
  readonly publicationField?: string;
  /** Never set: only carries the types. */
  readonly types?: Types;
}

/** Form type with the types of its submission (`body`) and its fields. */
export interface FormType<Body extends object = object, Fields extends object = FieldTypes> {
  readonly name: string;
  /** Never set: only carries the type. */
  readonly body?: Body;
  /** Never set: only carries the type. */
  readonly fields?: Fields;
}

export interface ListQuery<Types extends ResourceTypes> {
  readonly page?: number;
  readonly perPage?: number;
  readonly search?: string;
  readonly order?: Readonly<Partial<Record<Types['order'], 'asc' | 'desc'>>> & Nothing<Types['order']>;
  readonly filter?: Types['filters'];
}

/** Empty object for types without names. */
type Nothing<Name extends string> = [Name] extends [never] ? Readonly<Record<string, never>> : object;

/** Value of a filter, or several values, one of which must match. `not` excludes values. */
export type Filter = FilterValue | readonly FilterValue[] | { readonly not: FilterValue | readonly FilterValue[] };

export type FilterValue = string | number | boolean;

/** Boolean value, or `not` one of them. Records without a value match neither. */
export type BooleanFilter = boolean | readonly boolean[] | { readonly not: boolean };

/** Range of a date in ISO 8601, or `now` and `today` with offsets: `today+7d`. */
export interface DateFilter {
  readonly after?: string;
  readonly before?: string;
  readonly strictly_after?: string;
  readonly strictly_before?: string;
}

export interface RangeFilter {
  /** Limit; dates and decimals are strings. */
  readonly gt?: number | string;
  readonly gte?: number | string;
  readonly lt?: number | string;
  readonly lte?: number | string;
  /** Inclusive range such as `1..9`. */
  readonly between?: string;
}

/** Writable members of a built-in document. */
export type Fields<Document> = Partial<
  Omit<Document, '@context' | '@id' | '@type' | '_metadata' | 'createdAt' | 'modifiedAt'>
>;

/** Members of a user that are never returned. */
export interface Passwords {
  readonly plainPassword?: string;
  /** Current password, required when users change their own password. */
  readonly oldPassword?: string;
}

export interface List<Item> {
  readonly '@id': Iri;
  readonly totalItems: number;
  readonly member: readonly Item[];
  readonly view?: { readonly first?: Iri; readonly last?: Iri; readonly previous?: Iri; readonly next?: Iri };
}

export interface ReadOptions {
  /** Path of the page that the visitor is viewing. Required for dynamic positions. */
  readonly path?: string;
  /** Reads the published version instead of the draft. */
  readonly published?: boolean;
  readonly signal?: AbortSignal;
}

export interface OnceOptions {
  /** Random text, such as a UUID. POST requests with the same key run once. */
  readonly idempotencyKey?: string;
}

export interface RequestOptions extends OnceOptions {
  readonly body?: object;
  /** Suffix of the address. */
  readonly below?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Record to change. With a document from `get` or a write, the change is rejected if the record has another version. With an
 * IRI, it applies to the current version.
 */
export type Target<Document extends object> = Iri | Document;

export interface Client<Types extends PageTypes, User extends object> {
  /**
   * Reads one record.
   * @param record its IRI, or a document of it; documents from lists and pages get a version this way
   */
  get<Of extends ResourceTypes>(
    type: Resource<Of>,
    record: Target<Of['document']>,
    options?: ReadOptions,
  ): Promise<Of['document']>;
  list<Of extends ResourceTypes>(type: Resource<Of>, query?: ListQuery<Of>): Promise<List<Of['document']>>;
  /** Iterates over all records of a list, page by page. */
  all<Of extends ResourceTypes>(type: Resource<Of>, query?: ListQuery<Of>): AsyncIterable<Of['document']>;
  create<Of extends ResourceTypes>(
    type: Resource<Of>,
    input: Of['input'],
    options?: OnceOptions,
  ): Promise<Of['document']>;
  update<Of extends ResourceTypes>(
    type: Resource<Of>,
    target: Target<Of['document']>,
    patch: Of['patch'],
  ): Promise<Of['document']>;
  replace<Of extends ResourceTypes>(
    type: Resource<Of>,
    target: Target<Of['document']>,
    input: Of['input'],
  ): Promise<Of['document']>;
  delete<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>): Promise<void>;
  /** Publishes a record at a date; default: now. */
  publish<Of extends ResourceTypes>(
    type: Resource<Of>,
    target: Target<Of['document']>,
    at?: Date,
  ): Promise<Of['document']>;
  /** Takes the published version offline. Read its document with `published`. */
  unpublish<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>): Promise<Of['document']>;
  upload<Of extends ResourceTypes>(
    type: Resource<Of>,
    target: Target<Of['document']>,
    files: { readonly [Member in Of['files']]?: Blob },
    options?: OnceOptions,
  ): Promise<Of['document']>;
  downloadUrl<Of extends ResourceTypes>(type: Resource<Of>, address: Iri, member: Of['files']): string;
  /**
   * Submits a form.
   * @param form the Form component
   * @returns the submitted form, or the result of a handler; `formTreeOf` reads the fields of a form
   * @throws ValidationError if the submission is invalid; its body is the form with the messages of its fields
   */
  submit<Body extends object, Fields extends object>(
    type: FormType<Body, Fields>,
    form: Target<AnyDocument>,
    body: Body,
    options?: OnceOptions,
  ): Promise<AnyDocument>;
  /**
   * Sends any other request. The functions of `history`, `previews`, `access-tokens` and `second-factors` use it.
   * @param target an address, or a document to require its version
   */
  request<Answer>(method: string, target: Target<object>, options?: RequestOptions): Promise<Answer>;
  login(username: string, password: string): Promise<void>;
  logout(): Promise<void>;
  /** Reads the signed-in user; null for anonymous callers. */
  me(): Promise<User | null>;
  /**
   * Reads all content of a page in one request. The query applies to its Collections (`/blog?page=2`).
   * @param path path of its route, such as `/blog/first`, or its id
   */
  page(path: string, options?: Pick<ReadOptions, 'signal'>): Promise<PageTree<Types>>;
  /** Calls back with the page after each change until stopped. Unchanged objects keep their identity. Only in browsers. */
  watch(path: string, changed: (tree: PageTree<Types>) => void, options?: WatchOptions): Unwatch;
}

const LD_JSON = 'application/ld+json';
/** Accepts plain JSON too, for responses that are not documents, such as health checks. */
const ACCEPTED = `${LD_JSON}, application/json;q=0.9`;
const MERGE_PATCH = 'application/merge-patch+json';

/** Creates a client. `generated/client` adds the types of the project. */
export function createClient<Types extends PageTypes, User extends object>(
  options: ClientOptions,
): Client<Types, User> {
  const { baseUrl, token, preview } = options;
  const fetch = options.fetch ?? globalThis.fetch;
  const { urlOf } = addressesOf(baseUrl);
  let hub: string | undefined;
  const tags = new WeakMap<object, string>();
  const cookies = new Map<string, string>();
  const keep = (cookie: string): void => {
    const [, name, value = '', attributes = ''] = /^\s*([^=;]+)(=[^;]*)(.*)/.exec(cookie) ?? [];
    if (name === undefined) return;
    if (/max-age=0/i.test(attributes)) cookies.delete(name);
    else cookies.set(name, value);
  };
  options.cookie?.split(';').forEach(keep);

  const iriOf = (target: Target<object>): Iri =>
    typeof target === 'string' ? target : (target as AnyDocument)['@id'];

  /** Returns the `ETag` of a document. */
  const tagOf = (shown: object): string => {
    const tag = tags.get(shown);
    if (tag === undefined)
      throw new Error('This document came without its version: read it with get, or name its address.');
    return tag;
  };

  async function send(method: string, target: Target<object>, request: SendOptions = {}): Promise<unknown> {
    const { body, type = LD_JSON, below = '', headers, path, published, signal, idempotencyKey } = request;
    const shown = typeof target === 'string' ? undefined : target;
    const url = urlOf(iriOf(target), below);
    if (published !== undefined) url.searchParams.set('published', String(published));
    const isForm = body instanceof FormData;
    const answer = await fetch(url, {
      method,
      credentials: 'include',
      headers: {
        accept: ACCEPTED,
        ...(body === undefined || isForm ? {} : { 'content-type': type }),
        ...(shown === undefined ? {} : { 'if-match': tagOf(shown) }),
        ...(path === undefined ? {} : { path }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('')).join('; ') }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(preview === undefined ? {} : { preview }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    hub = /<([^>]+)>;\s*rel="?mercure"?/.exec(answer.headers.get('link') ?? '')?.[1] ?? hub;
    // Browsers store cookies themselves and hide them from scripts; older ones have no `getSetCookie`.
    (answer.headers as Partial<Headers>).getSetCookie?.().forEach(keep);
    const text = await answer.text();
    const parsed = readJson(text);
    if (!answer.ok) throw errorOf(answer.status, parsed);
    // Proxies make entity tags weak when they compress; only the version matters.
    const tag = answer.headers.get('etag')?.replace('W/', '');
    if (tag !== undefined) tags.set(parsed, tag);
    return parsed;
  }

  // The types match the responses, because both are generated from the same schemas.
  const document = (...request: Parameters<typeof send>): Promise<never> => send(...request) as Promise<never>;

  const list = (type: Resource, query: ListQuery<ResourceTypes> = {}): Promise<never> =>
    document('GET', type.path + queryOf(query));

  async function* all(type: Resource, query?: ListQuery<ResourceTypes>): AsyncGenerator<never> {
    let found: List<never> = await list(type, query);
    for (;;) {
      yield* found.member;
      const next = found.view?.next;
      if (next === undefined) return;
      found = await document('GET', next);
    }
  }

  async function page(path: string, { signal }: Pick<ReadOptions, 'signal'> = {}): Promise<PageTree<Types>> {
    const { manifest, query } = pageAddress(path);
    const read = signal === undefined ? {} : { signal };
    const answer: Omit<PageSnapshot, 'path'> = await document('GET', manifest, read);
    const { resource_iris } = answer;
    const documents = await Promise.all(
      answer.documents.map((shown): AnyDocument | Promise<AnyDocument> =>
        query === '' || shown['@type'] !== 'Collection' ? shown : document('GET', shown['@id'] + query, read),
      ),
    );
    return treeOf({ path, resource_iris, documents, ...(hub === undefined ? {} : { hub }) });
  }

  return {
    list,
    all,
    page,
    request: document,
    get: (_type, record, read = {}) => document('GET', iriOf(record), read),
    create: (type, input, once) => document('POST', type.path, { ...once, body: input }),
    update: (_type, target, patch) => document('PATCH', target, { body: patch, type: MERGE_PATCH }),
    replace: (_type, target, input) => document('PUT', target, { body: input }),
    delete: async (_type, target) => void (await send('DELETE', target)),
    publish: (type, target, at = new Date()) =>
      document('PATCH', target, { body: publicationOf(type, at.toISOString()), type: MERGE_PATCH }),
    unpublish: (type, target) =>
      document('PATCH', target, { body: publicationOf(type, null), type: MERGE_PATCH, published: true }),
    upload(_type, target, files, once) {
      const body = new FormData();
      for (const [member, file] of Object.entries(files)) body.append(member, file as Blob);
      return document('POST', target, { ...once, body, below: '/upload' });
    },
    downloadUrl: (_type, address, member) => urlOf(address, `/download/${member}`).href,
    submit: (_type, form, body, once) => document('POST', form, { ...once, body, below: '/submit' }),
    login: async (username, password) => void (await send('POST', '/login', { body: { username, password } })),
    logout: async () => void (await send('POST', '/logout')),
    me: () =>
      document('GET', '/me').catch((error: unknown) => {
        if (error instanceof ApiError && error.isSignedOut) return null as never;
        throw error;
      }),
    watch: createWatch(page),
  };
}

const publicationOf = ({ publicationField = 'publishedAt' }: Resource, date: string | null): object => ({
  [publicationField]: date,
});

interface SendOptions extends ReadOptions, RequestOptions {
  readonly type?: string;
}

function readJson(text: string): Record<string, unknown> {
  try {
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    // Proxies respond with HTML, which is not a message for users.
    return /^\s*</.test(text) ? {} : { detail: text };
  }
}

function queryOf({ page, perPage, search, order = {}, filter = {} }: ListQuery<ResourceTypes>): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) add(`${name}[]`, one);
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) add(`${name}[${key}]`, one);
    else if (value !== undefined) parameters.append(name, String(value));
  };
  for (const [name, value] of Object.entries({ page, perPage, search, order, ...filter })) add(name, value);
  const query = String(parameters);
  return query === '' ? '' : `?${query}`;
}
