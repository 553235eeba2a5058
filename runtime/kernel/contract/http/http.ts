import type { Readable } from 'node:stream';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestedParameters } from './requested.js';
import type { Actor, RequestContext, Revealed } from '../context.js';
import type { JsonObject, JsonValue } from '../json.js';

export const HTTP_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Methods of an endpoint. HEAD and OPTIONS are derived from them. */
export type HttpMethod = (typeof HTTP_METHODS)[number];

/**
 * A request as an endpoint receives it: authenticated, authorized by the access control table, body not read
 * yet.
 *
 * @example
 * const readName = async (request: ApiRequest): Promise<string> => String((await request.json()).name);
 */
export interface ApiRequest {
  readonly method: HttpMethod;
  /** Path after the API prefix without the query, percent-decoded once: `/_/routes//contact`. */
  readonly path: string;
  /** Values of the `{name}` parts of the endpoint's pattern, percent-decoded once. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The parsed query string. Rules and use cases read `context.asked` instead. */
  readonly query: RequestedParameters;
  /** Query string as sent, without `?`; used to build `view` URLs. */
  readonly queryString: string;
  readonly headers: IncomingHttpHeaders;
  readonly context: RequestContext;
  /** Negotiated media type of the response, for endpoints that declare `produces`. */
  readonly mediaType?: string;
  /** Client address, as reported by trusted proxies. */
  readonly address: string;
  /** The raw request, for streamed bodies (uploads). Use `json()` for everything else. */
  readonly raw: IncomingMessage;
  /** Maximum size in bytes of a JSON body, or of the texts of a multipart body, for this caller. */
  readonly bodyLimit: number;
  /**
   * Parses the body as a JSON object after checking the content type against `accepts`. Responds with 415,
   * 413 or 400 otherwise.
   */
  json(): Promise<JsonObject>;
  /**
   * Reads the body like `json`, for endpoints that validate non-object values themselves; undefined if no
   * body was sent.
   */
  jsonValue(): Promise<JsonValue | undefined>;
}

/**
 * Response of an endpoint: `body` as JSON, or other content with its `contentType`.
 *
 * @example
 * const created: ApiResponse = { status: 201, body: { '@type': 'Booking' }, cache: 'private' };
 */
export interface ApiResponse {
  readonly status: number;
  /** Serialized as JSON-LD (or the negotiated JSON type); absent for an empty body. */
  readonly body?: JsonValue;
  /** A body that is not JSON-LD; requires `contentType`. */
  readonly content?: string | Buffer | Readable;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The records that the response contains or depends on. They become cache tags on cacheable reads. */
  readonly tags?: Iterable<string>;
  /** Caching; default `public`. `private` sends `private, no-store`, `user` sends `max-age=0, private`. */
  readonly cache?: 'public' | 'private' | 'user' | 'none';
  /** The next time at which the response may change on schedule; caps `s-maxage`. */
  readonly expiresAt?: Date;
  /** Version of the single record in the response; the prefix of its `ETag`. */
  readonly version?: number;
  /** Headers to add to `Vary`. */
  readonly vary?: readonly string[];
  /**
   * Whether the response depends on project code whose changes cannot be tracked, so that it must not be
   * cached.
   */
  readonly isVolatile?: boolean;
}

/**
 * One method of one URL template, below the API prefix.
 *
 * @example
 * const health: Endpoint = {
 *   method: 'GET',
 *   pattern: '/bookings/health',
 *   handle: () => Promise.resolve({ status: 200, body: { ok: true }, cache: 'private' }),
 * };
 */
export interface Endpoint {
  readonly method: HttpMethod;
  /**
   * URL template such as `/_/layouts/{id}`. The last part may be `{id*}`, which matches the rest of the path
   * including slashes. Literal segments win over parameters, parameters over `{id*}`.
   */
  readonly pattern: string;
  /** Media types of the request body; absent if no body is read. */
  readonly accepts?: readonly string[];
  /**
   * Allows every signed-in caller the body size of editors. The endpoint limits the parts of the body itself.
   */
  readonly takesLargeBodies?: true;
  /**
   * Media types of the response if they are not the JSON-LD ones, best first. The full wildcard sends the
   * type of the content (downloads) without negotiation.
   */
  readonly produces?: readonly string[];
  /**
   * Authentication of the caller:
   * - `none`: the endpoint runs before authentication and access control (`/login`).
   * - `own`: likewise, but it reads and changes the session itself (`/logout`), so cross-site requests are
   *   rejected.
   * - `strict`: an expired session is rejected on reads too (`/me`).
   */
  readonly authentication?: 'none' | 'own' | 'strict';
  /**
   * Whether it may be an operation of a batch. It then reads and returns JSON only, and works in the unit of
   * work of its request's context, by use cases alone (contract decision 111). `whole` joins such a unit, but
   * is not an operation of a batch.
   */
  readonly mayBePart?: true | 'whole';
  /**
   * Access for machine tokens (contract decision 109). By default only a token with all rights of its owner
   * is a caller here; any other is treated as anonymous.
   * - `scoped`: all reads and writes pass the voters and read conditions, which enforce the scopes of the
   *   token.
   * - `refused`: for signed-in people only.
   */
  readonly tokens?: 'scoped' | 'refused';
  /**
   * The response is the same for everyone and uses no stored content, so it is available while the database
   * is down (contract decision 69).
   */
  readonly withoutDatabase?: true;
  /**
   * OpenAPI operation object (`summary`, `parameters`, `requestBody`, `responses` ...) for endpoints of
   * features. Details that follow from the pattern are filled in. Absent: the endpoint is not documented.
   */
  readonly documentation?: JsonObject;
  /** OpenAPI schemas that `documentation` references, by name. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  handle(request: ApiRequest): Promise<ApiResponse>;
}

/** A method and a path below the API prefix, decoded, without a format extension. HEAD counts as GET. */
export interface RequestedPath {
  readonly method: string;
  readonly path: string;
}

/** Returns whether the access control table allows a request, before the resource is read. */
export type MayAsk = (actor: Actor, requested: RequestedPath) => boolean;

/** Authenticates the caller before any endpoint runs (accounts.md section 2.3, contract decision 6). */
export interface Authenticator {
  /**
   * Reads the Bearer header or the JWT cookie and refreshes an expired JWT. `cookies` are `Set-Cookie` values
   * for the response. A read with an invalid cookie is anonymous and clears the cookie (contract decision
   * 59), and so is a write that is open to everyone (decision 102).
   * @throws AppError 401 with clearing cookies in its headers if a token is invalid on any other request.
   */
  authenticate(request: {
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    /** Rejects reads with an invalid session too. */
    readonly isStrict?: boolean;
    /** Whether the operation is open to everyone, without a session. */
    readonly isPublic?: boolean;
    /** Request target with its query, for `_switch_user`; absent: no user switching. */
    readonly url?: string | undefined;
  }): Promise<{ readonly actor: Actor; readonly cookies: readonly string[] }>;
}

/** Determines what a request may see in addition to the caller's rights, after authentication. */
export interface Revealer {
  /**
   * Returns what the request reveals; undefined if it requests no preview. A preview request is always
   * anonymous.
   * @throws AppError 4xx if the preview is invalid or the request is not a read.
   */
  reveal(request: {
    readonly method: string;
    readonly headers: IncomingHttpHeaders;
    /** Request target with its query. */
    readonly url: string;
    readonly isSignedIn: boolean;
  }): Promise<Revealed | undefined>;
}
