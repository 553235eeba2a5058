import { addressesOf, pageAddress } from './addresses.js';
import { ApiError, errorOf } from './errors.js';
import type { FieldTypes } from './form.js';
import { treeOf, type AnyDocument, type Iri, type PageSnapshot, type PageTree, type PageTypes } from './page.js';
import { createWatch, type Unwatch, type WatchOptions } from './watch.js';

export interface ClientOptions {
  /** Where the API is, its prefix included: `https://api.example.com/_api`. */
  readonly baseUrl: string;
  /** In place of the global one: that of a test, or of a server that adds tracing. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * A server that renders pages hands on the `Cookie` header of its visitor. Outside of browsers the client keeps what the API
   * sets, the session of `login` above all, so it belongs to one visitor.
   */
  readonly cookie?: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string;
  /** The token of a preview: pages are read with what is not public yet, and nothing is written. */
  readonly preview?: string;
}

/** The types that belong to a resource; nothing of it exists at run time. */
export interface ResourceTypes {
  readonly document: object;
  readonly input: object;
  readonly patch: object;
  /** Query parameters that narrow its lists. */
  readonly filters: object;
  /** Members that its lists can be ordered by. */
  readonly order: string;
  /** Members that hold files. */
  readonly files: string;
}

/** A type of the API, as `generated/client` exports one for each schema file. */
export interface Resource<Types extends ResourceTypes = ResourceTypes> {
  readonly name: string;
  readonly path: string;
  /** The member that has the date of publication, where it is not `publishedAt`. */
  readonly publicationField?: string;
  /** Never there: it carries the types. */
  readonly types?: Types;
}

/** A form type; `body` is what it takes, `fields` what it consists of. */
export interface FormType<Body extends object = object, Fields extends object = FieldTypes> {
  readonly name: string;
  /** Never there: it carries the type. */
  readonly body?: Body;
  /** Never there either. */
  readonly fields?: Fields;
}

export interface ListQuery<Types extends ResourceTypes> {
  readonly page?: number;
  readonly perPage?: number;
  readonly search?: string;
  readonly order?: Readonly<Partial<Record<Types['order'], 'asc' | 'desc'>>> & Nothing<Types['order']>;
  readonly filter?: Types['filters'];
}

/** An object that may hold nothing, where there is no name for anything. */
type Nothing<Name extends string> = [Name] extends [never] ? Readonly<Record<string, never>> : object;

/** One value of a filter, or several of which one has to match; `not`: values of which none may match. */
export type Filter = FilterValue | readonly FilterValue[] | { readonly not: FilterValue | readonly FilterValue[] };

export type FilterValue = string | number | boolean;

/** Yes or no, or `not` one of them: a record without a value is neither. */
export type BooleanFilter = boolean | readonly boolean[] | { readonly not: boolean };

/** Moments between which a date is, as the API prints them, or `now` and `today` with offsets: `today+7d`. */
export interface DateFilter {
  readonly after?: string;
  readonly before?: string;
  readonly strictly_after?: string;
  readonly strictly_before?: string;
}

export interface RangeFilter {
  /** Dates and decimals are texts. */
  readonly gt?: number | string;
  readonly gte?: number | string;
  readonly lt?: number | string;
  readonly lte?: number | string;
  /** `1..9`, both ends included. */
  readonly between?: string;
}

/** The members of a built-in document that a body may have. */
export type Fields<Document> = Partial<
  Omit<Document, '@context' | '@id' | '@type' | '_metadata' | 'createdAt' | 'modifiedAt'>
>;

/** Members of a body for an account, which no document shows. */
export interface Passwords {
  readonly plainPassword?: string;
  /** Asked for where somebody changes the own password. */
  readonly oldPassword?: string;
}

export interface List<Item> {
  readonly '@id': Iri;
  readonly totalItems: number;
  readonly member: readonly Item[];
  readonly view?: { readonly first?: Iri; readonly last?: Iri; readonly previous?: Iri; readonly next?: Iri };
}

export interface ReadOptions {
  /** The page that a visitor looks at, which decides what positions of templates show. */
  readonly path?: string;
  /** The published version, for callers who would be shown the draft. */
  readonly published?: boolean;
  readonly signal?: AbortSignal;
}

export interface OnceOptions {
  /** A random text, of a UUID for instance: however often a POST with it is sent, it is carried out once. */
  readonly idempotencyKey?: string;
}

export interface RequestOptions extends OnceOptions {
  readonly body?: object;
  /** What comes behind the address. */
  readonly below?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The record that is changed. A document that `get` or a write answered stands for the version that it shows: the change is
 * refused when there is another one by then. An address stands for whatever is there.
 */
export type Target<Document extends object> = Iri | Document;

export interface Client<Types extends PageTypes, User extends object> {
  /** @param record its address, or a document of it: one of a list or a page gets the version that a change names so */
  get<Of extends ResourceTypes>(
    type: Resource<Of>,
    record: Target<Of['document']>,
    options?: ReadOptions,
  ): Promise<Of['document']>;
  list<Of extends ResourceTypes>(type: Resource<Of>, query?: ListQuery<Of>): Promise<List<Of['document']>>;
  /** Every record of a list, page by page. */
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
  /** At a moment; at once by default. */
  publish<Of extends ResourceTypes>(
    type: Resource<Of>,
    target: Target<Of['document']>,
    at?: Date,
  ): Promise<Of['document']>;
  /** Takes the published version offline; a document of it is read with `published`. */
  unpublish<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>): Promise<Of['document']>;
  upload<Of extends ResourceTypes>(
    type: Resource<Of>,
    target: Target<Of['document']>,
    files: { readonly [Member in Of['files']]?: Blob },
    options?: OnceOptions,
  ): Promise<Of['document']>;
  downloadUrl<Of extends ResourceTypes>(type: Resource<Of>, address: Iri, member: Of['files']): string;
  /**
   * @param form the Form component that shows it
   * @returns the Form as it was sent, or what a handler answers; `formTreeOf` reads the fields of a Form.
   * @throws ValidationError when it is refused; its body is the Form with the messages at their fields.
   */
  submit<Body extends object, Fields extends object>(
    type: FormType<Body, Fields>,
    form: Target<AnyDocument>,
    body: Body,
    options?: OnceOptions,
  ): Promise<AnyDocument>;
  /**
   * Sends a request that has no function here. Those of `history`, `previews`, `access-tokens` and `second-factors` are made of
   * it.
   * @param target an address, or a document for what is to happen to that version alone
   */
  request<Answer>(method: string, target: Target<object>, options?: RequestOptions): Promise<Answer>;
  login(username: string, password: string): Promise<void>;
  logout(): Promise<void>;
  /** Whoever is signed in; null for a visitor. */
  me(): Promise<User | null>;
  /**
   * Everything that a page shows, by one request. A query is for its Collections (`/blog?page=2`), which are read with it then.
   * @param path of its route: `/blog/first`; or its id
   */
  page(path: string, options?: Pick<ReadOptions, 'signal'>): Promise<PageTree<Types>>;
  /**
   * Hands on the page whenever something of it has changed, until that is stopped. What is still the same in it is the same
   * object. Browsers only.
   */
  watch(path: string, changed: (tree: PageTree<Types>) => void, options?: WatchOptions): Unwatch;
}

const LD_JSON = 'application/ld+json';
/** What is no document of its own, such as the health of the service, is JSON alone. */
const ACCEPTED = `${LD_JSON}, application/json;q=0.9`;
const MERGE_PATCH = 'application/merge-patch+json';

/** Makes the client of one API; `generated/client` gives it the types of a project. */
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

  /** The version of a document, which a change of it names. */
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
    // Browsers keep cookies themselves and show none to a script; older ones do not know the function.
    (answer.headers as Partial<Headers>).getSetCookie?.().forEach(keep);
    const text = await answer.text();
    const parsed = readJson(text);
    if (!answer.ok) throw errorOf(answer.status, parsed);
    // What lies between makes tags weak when it compresses; it is the version that counts.
    const tag = answer.headers.get('etag')?.replace('W/', '');
    if (tag !== undefined) tags.set(parsed, tag);
    return parsed;
  }

  // The types say what the API answers: the generator made them of the schemas that made the API.
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
    return { detail: text };
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
