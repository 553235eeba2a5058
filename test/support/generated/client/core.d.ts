// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { FieldTypes } from './form.js';
import { type AnyDocument, type Iri, type PageTree, type PageTypes } from './page.js';
import { type Unwatch, type WatchOptions } from './watch.js';
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
export type Filter = FilterValue | readonly FilterValue[] | {
    readonly not: FilterValue | readonly FilterValue[];
};
export type FilterValue = string | number | boolean;
/** Boolean value, or `not` one of them. Records without a value match neither. */
export type BooleanFilter = boolean | readonly boolean[] | {
    readonly not: boolean;
};
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
export type Fields<Document> = Partial<Omit<Document, '@context' | '@id' | '@type' | '_metadata' | 'createdAt' | 'modifiedAt'>>;
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
    readonly view?: {
        readonly first?: Iri;
        readonly last?: Iri;
        readonly previous?: Iri;
        readonly next?: Iri;
    };
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
    get<Of extends ResourceTypes>(type: Resource<Of>, record: Target<Of['document']>, options?: ReadOptions): Promise<Of['document']>;
    list<Of extends ResourceTypes>(type: Resource<Of>, query?: ListQuery<Of>): Promise<List<Of['document']>>;
    /** Iterates over all records of a list, page by page. */
    all<Of extends ResourceTypes>(type: Resource<Of>, query?: ListQuery<Of>): AsyncIterable<Of['document']>;
    create<Of extends ResourceTypes>(type: Resource<Of>, input: Of['input'], options?: OnceOptions): Promise<Of['document']>;
    update<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, patch: Of['patch']): Promise<Of['document']>;
    replace<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, input: Of['input']): Promise<Of['document']>;
    delete<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>): Promise<void>;
    /** Publishes a record at a date; default: now. */
    publish<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, at?: Date): Promise<Of['document']>;
    /** Takes the published version offline. Read its document with `published`. */
    unpublish<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>): Promise<Of['document']>;
    upload<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, files: {
        readonly [Member in Of['files']]?: Blob;
    }, options?: OnceOptions): Promise<Of['document']>;
    downloadUrl<Of extends ResourceTypes>(type: Resource<Of>, address: Iri, member: Of['files']): string;
    /**
     * Submits a form.
     * @param form the Form component
     * @returns the submitted form, or the result of a handler; `formTreeOf` reads the fields of a form
     * @throws ValidationError if the submission is invalid; its body is the form with the messages of its fields
     */
    submit<Body extends object, Fields extends object>(type: FormType<Body, Fields>, form: Target<AnyDocument>, body: Body, options?: OnceOptions): Promise<AnyDocument>;
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
/** Creates a client. `generated/client` adds the types of the project. */
export declare function createClient<Types extends PageTypes, User extends object>(options: ClientOptions): Client<Types, User>;
export {};
