// Generated from schemas/ by `cms generate`, which overwrites this file.

import type { FieldTypes } from './form.js';
import { type AnyDocument, type Iri, type PageTree, type PageTypes } from './page.js';
import { type Unwatch, type WatchOptions } from './watch.js';
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
export type Filter = FilterValue | readonly FilterValue[] | {
    readonly not: FilterValue | readonly FilterValue[];
};
export type FilterValue = string | number | boolean;
/** Yes or no, or `not` one of them: a record without a value is neither. */
export type BooleanFilter = boolean | readonly boolean[] | {
    readonly not: boolean;
};
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
export type Fields<Document> = Partial<Omit<Document, '@context' | '@id' | '@type' | '_metadata' | 'createdAt' | 'modifiedAt'>>;
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
    readonly view?: {
        readonly first?: Iri;
        readonly last?: Iri;
        readonly previous?: Iri;
        readonly next?: Iri;
    };
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
    get<Of extends ResourceTypes>(type: Resource<Of>, record: Target<Of['document']>, options?: ReadOptions): Promise<Of['document']>;
    list<Of extends ResourceTypes>(type: Resource<Of>, query?: ListQuery<Of>): Promise<List<Of['document']>>;
    /** Every record of a list, page by page. */
    all<Of extends ResourceTypes>(type: Resource<Of>, query?: ListQuery<Of>): AsyncIterable<Of['document']>;
    create<Of extends ResourceTypes>(type: Resource<Of>, input: Of['input'], options?: OnceOptions): Promise<Of['document']>;
    update<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, patch: Of['patch']): Promise<Of['document']>;
    replace<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, input: Of['input']): Promise<Of['document']>;
    delete<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>): Promise<void>;
    /** At a moment; at once by default. */
    publish<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, at?: Date): Promise<Of['document']>;
    /** Takes the published version offline; a document of it is read with `published`. */
    unpublish<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>): Promise<Of['document']>;
    upload<Of extends ResourceTypes>(type: Resource<Of>, target: Target<Of['document']>, files: {
        readonly [Member in Of['files']]?: Blob;
    }, options?: OnceOptions): Promise<Of['document']>;
    downloadUrl<Of extends ResourceTypes>(type: Resource<Of>, address: Iri, member: Of['files']): string;
    /**
     * @param form the Form component that shows it
     * @returns the Form as it was sent, or what a handler answers; `formTreeOf` reads the fields of a Form.
     * @throws ValidationError when it is refused; its body is the Form with the messages at their fields.
     */
    submit<Body extends object, Fields extends object>(type: FormType<Body, Fields>, form: Target<AnyDocument>, body: Body, options?: OnceOptions): Promise<AnyDocument>;
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
/** Makes the client of one API; `generated/client` gives it the types of a project. */
export declare function createClient<Types extends PageTypes, User extends object>(options: ClientOptions): Client<Types, User>;
export {};
