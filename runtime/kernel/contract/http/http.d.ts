import type { Readable } from 'node:stream';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { QueryParameters } from './asked.js';
import type { Actor, RequestContext, Revealed } from '../context.js';
import type { JsonObject, JsonValue } from '../json.js';
export declare const HTTP_METHODS: readonly ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** The methods of an endpoint; HEAD and OPTIONS follow from these. */
export type HttpMethod = (typeof HTTP_METHODS)[number];
/** A request as an endpoint sees it: authenticated, within the access-control table, body not yet read. */
export interface ApiRequest {
    readonly method: HttpMethod;
    /** Path after the API prefix, percent-decoded once, without the query: `/_/routes//contact`. */
    readonly path: string;
    /** Values of the `{name}` parts of the endpoint's pattern, percent-decoded once. */
    readonly parameters: Readonly<Record<string, string>>;
    /** The query string, parsed; what rules and use cases know of it is `context.asked`. */
    readonly query: QueryParameters;
    /** Query string as sent, without `?`; used to print `view` URLs. */
    readonly queryString: string;
    readonly headers: IncomingHttpHeaders;
    readonly context: RequestContext;
    /** The negotiated media type of the answer; matters to endpoints that declare `produces`. */
    readonly mediaType?: string;
    /** Address of the client, after trusted proxies. */
    readonly address: string;
    /** The request itself, for streaming bodies (uploads); everything else uses `json()`. */
    readonly raw: IncomingMessage;
    /** Bytes of JSON, or of texts in parts, that the caller may send here. */
    readonly bodyLimit: number;
    /** Checks the content type against the endpoint's `accepts`, then parses: 415, 413, 400, or the object. */
    json(): Promise<JsonObject>;
    /**
     * Reads the body in place of `json`, for endpoints that judge values that are no objects themselves; undefined where no body
     * was sent.
     */
    jsonValue(): Promise<JsonValue | undefined>;
}
/** The answer of an endpoint: `body` as JSON, or another kind of content with its `contentType`. */
export interface ApiResponse {
    readonly status: number;
    /** Serialised as JSON-LD (or the negotiated JSON type); absent for an empty body. */
    readonly body?: JsonValue;
    /** A body that is not JSON-LD: needs `contentType`. */
    readonly content?: string | Buffer | Readable;
    readonly contentType?: string;
    readonly headers?: Readonly<Record<string, string | readonly string[]>>;
    /** The records that the answer contains and depends on; they become cache tags on cacheable reads. */
    readonly tags?: Iterable<string>;
    /** `public` unless said otherwise; `private` is `private, no-store`, `user` is `max-age=0, private`. */
    readonly cache?: 'public' | 'private' | 'user' | 'none';
    /** The next moment at which the answer may change by itself; caps `s-maxage`. */
    readonly expiresAt?: Date;
    /** The version of the one record that the answer shows; its `ETag` begins with it. */
    readonly version?: number;
    /** Names added to `Vary`. */
    readonly vary?: readonly string[];
    /** Code of the project decides what it shows, and nothing tells when that changes: the answer is not kept. */
    readonly isVolatile?: boolean;
}
/** One method of one URL template, below the API prefix. */
export interface Endpoint {
    readonly method: HttpMethod;
    /**
     * `/_/layouts/{id}`; the last part may be `{id*}`, which takes the rest of the path, slashes included.
     * Literal segments win over parameters, parameters over `{id*}`.
     */
    readonly pattern: string;
    /** Media types of the body this endpoint deserialises; absent = no body is read. */
    readonly accepts?: readonly string[];
    /** Every signed-in caller may send as much JSON as editors: its parts are bounded by themselves. */
    readonly takesLargeBodies?: true;
    /**
     * Media types of the answer when they are not the JSON-LD ones, best first. The wildcard of both parts stands for
     * whatever the content is (downloads): no negotiation.
     */
    readonly produces?: readonly string[];
    /**
     * `none`: handled before authentication and access control (`/login`). `own`: likewise, but it reads and changes the
     * session itself (`/logout`), so that other sites may not ask for it. `strict`: a session that is over is refused on
     * reads too (`/me`).
     */
    readonly authentication?: 'none' | 'own' | 'strict';
    /**
     * May be one operation of a batch: it reads no other body than JSON, answers JSON, and reads and writes in the unit of work of its
     * request's context, by use cases alone (contract decision 111). `whole` joins such a unit, but is no operation of a batch.
     */
    readonly mayBePart?: true | 'whole';
    /**
     * Machine tokens (contract decision 109). `scoped`: all that is read and written for the caller passes the voters and the
     * conditions of reads, which know what a token may. `refused`: for people who signed in. By default only a token that may do
     * all that its owner may is a caller here: another one is as good as a visitor.
     */
    readonly tokens?: 'scoped' | 'refused';
    /** The same for everybody and made of no stored content: answered while the database is away (contract decision 69). */
    readonly withoutDatabase?: true;
    /**
     * An OpenAPI operation object (`summary`, `parameters`, `requestBody`, `responses` ...) for endpoints of features; what
     * the pattern says is filled in. Absent = the endpoint is not documented.
     */
    readonly documentation?: JsonObject;
    handle(request: ApiRequest): Promise<ApiResponse>;
}
/** `path` is below the API prefix, decoded, without a format extension; HEAD counts as GET. */
export interface RequestedPath {
    readonly method: string;
    readonly path: string;
}
/** Whether the table of access control lets a caller ask at all, before anything of the resource is looked at. */
export type MayAsk = (actor: Actor, requested: RequestedPath) => boolean;
/** Finds out who calls, before any endpoint runs (accounts.md section 2.3, contract decision 6). */
export interface Authenticator {
    /**
     * Reads the Bearer header or the JWT cookie; refreshes an expired JWT. `cookies` are `Set-Cookie` values for the answer.
     * A read with an unusable cookie is an anonymous one that clears it (contract decision 59), and so is a write that anybody may
     * make (decision 102).
     * @throws AppError 401 with clearing cookies in its headers when a token is unusable on any other request.
     */
    authenticate(request: {
        readonly method: string;
        readonly headers: IncomingHttpHeaders;
        /** Reads are refused as well. */
        readonly isStrict?: boolean;
        /** Anybody may do what is asked for, without a session too. */
        readonly isPublic?: boolean;
        /** Request target with its query, for `_switch_user`; absent = no user switching. */
        readonly url?: string | undefined;
    }): Promise<{
        readonly actor: Actor;
        readonly cookies: readonly string[];
    }>;
}
/** Finds out what a request may see beside what its caller may, behind authentication. */
export interface Revealer {
    /**
     * What the request reveals; undefined for a request that asks for nothing of the kind. Such a request is a visitor's, whoever
     * sends it.
     * @throws AppError 4xx for one that asks in vain, or asks for more than to read.
     */
    reveal(request: {
        readonly method: string;
        readonly headers: IncomingHttpHeaders;
        /** Request target with its query. */
        readonly url: string;
        readonly isSignedIn: boolean;
    }): Promise<Revealed | undefined>;
}
