import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compression } from './compression.js';
import type { Actor } from '../context.js';
import type { ApiRequest, ApiResponse, Endpoint } from './http.js';
import type { Mount } from './mount.js';
import type { HeaderValues, WireAnswer } from './wire-answer.js';

/**
 * Creates the HTTP hooks of a feature, once, with the tools of the server. The first feature is the
 * outermost.
 */
export type CreateHttpHooks = (server: HttpTools) => HttpHooks;

export interface HttpHooks {
  /** Handles a request before all other processing, or calls `next`. */
  listen?(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Handles an API request by calling `compute`, or responds itself. */
  answer?(exchange: HttpExchange, compute: ComputeAnswer): Promise<void>;
  /**
   * Wraps the endpoint for an authenticated and authorized request: calls `answer`, or responds itself. Not
   * called for the parts of a batch, nor for endpoints that authenticate callers themselves.
   */
  perform?(
    endpoint: Endpoint,
    request: ApiRequest,
    answer: (request: ApiRequest) => Promise<ApiResponse>,
  ): Promise<ApiResponse>;
  /**
   * Returns whether a shared cache may store the response to an anonymous read. Such a read uses the primary:
   * a lagging replica could return content whose invalidation has already been sent.
   */
  isFill?(exchange: HttpExchange): boolean;
  /**
   * Returns the next known time at which publicly visible content changes on schedule. No public response is
   * cached beyond it.
   */
  changesAt?(): Date | undefined;
  /** Adds headers to a successful read, after its `Cache-Control` is set. */
  addHeaders?(headers: HeaderValues, response: ApiResponse): void;
}

/** Computes and sends a response. `see` receives it before it is sent and may replace it. */
export type ComputeAnswer = (see?: SeeAnswer) => Promise<void>;

/** `response` is the endpoint's result that the wire response was built from. */
export type SeeAnswer = (answer: WireAnswer, response: ApiResponse) => Promise<WireAnswer>;

/** An HTTP request and its response. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly now: Date;
  readonly actor: Actor;
  /** URL template for the log. URLs may contain tokens and are never logged. */
  pattern?: string;
  /** Whether the response was read from a replica. */
  isOfReplica?: boolean;
}

/** Server tools for hooks that send responses themselves. */
export interface HttpTools {
  /** Returns the request id used in logs and in `X-Request-Id`. */
  idOf(request: IncomingMessage): string;
  /** Returns the client address, as reported by trusted proxies. */
  addressOf(request: IncomingMessage): string;
  /** Sends a cached response without any statement; logs and reports it like any other request. */
  respondFromCache(
    exchange: Pick<HttpExchange, 'request' | 'response' | 'id' | 'pattern'>,
    send: () => void,
  ): void;
  /** Adds the CORS headers. */
  readonly cors: Mount['handler'];
  /** Returns the resource media type for an `Accept` header; undefined if none is acceptable. */
  negotiate(accept: string | undefined): string | undefined;
  /** Names of the headers in `Vary` of every read. */
  readonly vary: readonly string[];
  /** Returns the `Cache-Control` of a public response that expires at a scheduled time. */
  cacheControl(expiresAt: Date, now: Date): string;
  /** Absent if responses are never compressed. */
  readonly compression?: Compression | undefined;
  /** Returns whether a body is sent in chunks. */
  isLarge(body: string | Buffer): boolean;
  /**
   * Sends a large body in chunks.
   * @throws Error if the connection is closed early.
   */
  sendLarge(body: Buffer, response: ServerResponse): Promise<void>;
}
