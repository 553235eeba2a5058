import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Compression } from './compression.js';
import type { Actor } from '../context.js';
import type { ApiRequest, ApiResponse, Endpoint } from './http.js';
import type { Mount } from './mount.js';
import type { HeaderValues, WireAnswer } from './wire-answer.js';

/**
 * Hooks of a feature around the answers of the service, made once with what the server can do for them. The first feature
 * is the outermost.
 */
export type CreateHttpHooks = (server: HttpTools) => HttpHooks;

export interface HttpHooks {
  /** Answers a request before anything else looks at it, or has `next` do so. */
  listen?(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Has `compute` answer a request of the API, or answers by itself. */
  answer?(exchange: HttpExchange, compute: ComputeAnswer): Promise<void>;
  /**
   * Has `answer` answer a request of a caller who is known and may use the path, or answers by itself: in front of the endpoint. It is
   * not asked about the parts of a request, and not where endpoints identify callers themselves.
   */
  perform?(
    endpoint: Endpoint,
    request: ApiRequest,
    answer: (request: ApiRequest) => Promise<ApiResponse>,
  ): Promise<ApiResponse>;
  /**
   * Whether the answer to an anonymous read may be kept for others by somebody who is told of changes. Then it is read at the
   * database itself: what a replica lacks was told before, and would be kept without it.
   */
  isFill?(exchange: HttpExchange): boolean;
  /**
   * The next moment, as far as is known, at which something that visitors see ends or changes by itself: no public answer is kept
   * beyond it, whatever it shows.
   */
  changesAt?(): Date | undefined;
  /** Adds headers to a successful read, whose `Cache-Control` is known by then. */
  addHeaders?(headers: HeaderValues, response: ApiResponse): void;
}

/** Computes and sends an answer; `see` is shown it before it is sent, and may send another in its place. */
export type ComputeAnswer = (see?: SeeAnswer) => Promise<void>;

/** `response` is what the answer was made of. */
export type SeeAnswer = (answer: WireAnswer, response: ApiResponse) => Promise<WireAnswer>;

/** A request on its way to an answer. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly now: Date;
  readonly actor: Actor;
  /** URL template, for the log: URLs carry tokens and are never logged. */
  pattern?: string;
  /** Its answer was read at a replica. */
  isOfReplica?: boolean;
}

/** Tools of the server for hooks that answer by themselves. */
export interface HttpTools {
  /** The id of a request in logs and in `X-Request-Id`. */
  idOf(request: IncomingMessage): string;
  /** The address of the client, as far as trusted proxies tell of it. */
  addressOf(request: IncomingMessage): string;
  /** Has `send` answer a request without a statement; logs one line for it, and tells of it, as of any other. */
  answerKept(exchange: Pick<HttpExchange, 'request' | 'response' | 'id' | 'pattern'>, send: () => void): void;
  /** Adds the headers that let pages of other origins read an answer. */
  readonly cors: Mount['handler'];
  /** The type of a resource that an `Accept` header asks for; undefined when there is none. */
  negotiate(accept: string | undefined): string | undefined;
  /** Names of headers that every read varies by. */
  readonly vary: readonly string[];
  /** `Cache-Control` of a public answer that changes by itself at a moment. */
  cacheControl(expiresAt: Date, now: Date): string;
  /** Absent where every client gets the same bytes. */
  readonly compression?: Compression | undefined;
  /** Whether a body is sent in pieces. */
  isLarge(body: string | Buffer): boolean;
  /** Sends such a body. @throws Error when the connection breaks off. */
  sendLarge(body: Buffer, response: ServerResponse): Promise<void>;
}
