import { isVisitor } from '../../kernel/authorization/acting-token.js';
import { Readable } from 'node:stream';
import type { ApiResponse } from '../../kernel/contract/http/http.js';
import type { HttpHooks } from '../../kernel/contract/http/http-hooks.js';
import {
  CONTENT_HEADERS,
  type HeaderValues,
  type WireAnswer,
} from '../../kernel/contract/http/wire-answer.js';
import type { JsonValue } from '../../kernel/contract/json.js';
import type { Compression, ContentEncoding } from '../../kernel/contract/http/compression.js';
import { encodedEntityTag, entityTag, namedEntityTag } from '../../kernel/endpoints/entity-tag.js';
import { type CacheControl, answersRead } from './cache-headers.js';
import { type Exchange, isRead } from './exchange.js';
import type { StaticHeaders } from './response-headers.js';
import { languageHeaders } from '../../kernel/messages/language-headers.js';

export interface WireAnswerDeps {
  readonly cacheControl: CacheControl;
  readonly etag: boolean;
  readonly hooks: readonly Pick<HttpHooks, 'addHeaders'>[];
  readonly compression?: Compression | undefined;
  /** Headers of URLs without an endpoint. */
  readonly fallback: StaticHeaders;
}

/** Converts an endpoint's response to status, headers and bytes (core.md sections 1.6 and 1.7). */
export function buildWireAnswer(exchange: Exchange, response: ApiResponse, deps: WireAnswerDeps): WireAnswer {
  const { headers: fixed } = exchange.entry ?? { headers: deps.fallback };
  const readsWell = isRead(exchange) && answersRead(response.status);
  const own = sortHeaders(response.headers);
  const cookies = [...exchange.cookies, ...own.cookies];
  const body = serialise(response);
  const { Vary: dependence, ...language } = languageHeaders(exchange.messages);
  const headers: HeaderValues = {
    ...fixed.always,
    Vary: withNames(readsWell ? fixed.varyOnRead : fixed.vary, [
      ...(response.vary ?? []),
      ...own.vary,
      ...(dependence === undefined ? [] : [dependence]),
    ]),
    'X-Request-Id': exchange.id,
    ...(exchange.reveals === undefined ? {} : UNPUBLISHED),
    ...language,
    ...own.rest,
    'Cache-Control': cacheControl(exchange, { response, cookies, own: own.cacheControl }, deps),
  };
  if (own.link !== undefined) headers['Link'] = `${String(fixed.always['Link'])}, ${own.link}`;
  if (cookies.length > 0) headers['Set-Cookie'] = cookies;
  if (readsWell) for (const hook of deps.hooks) hook.addHeaders?.(headers, response);
  // A write responds with the current record, so that the next write can name its version.
  const isTagged = readsWell || (response.version !== undefined && answersRead(response.status));
  if (isTagged && deps.etag && (typeof body === 'string' || Buffer.isBuffer(body))) {
    headers['ETag'] ??= entityTag(body, response.version);
  }
  if (body !== undefined) headers['Content-Type'] ??= contentType(exchange, response);
  // Applies to uncompressed responses too, because caches must not send them to other clients.
  if (deps.compression?.isCodable(headers) === true) {
    headers['Vary'] = withNames(String(headers['Vary']), ['Accept-Encoding']);
  }
  if (body === undefined) return { status: response.status, headers };
  if (typeof body === 'string') headers['Content-Length'] = String(Buffer.byteLength(body));
  else if (Buffer.isBuffer(body)) headers['Content-Length'] = String(body.length);
  return { status: response.status, headers, body };
}

/**
 * Returns the response to this request: a 304 if a read already has the content.
 * @param coding the coding that the content would be sent in
 */
export function asRequested(
  exchange: Exchange,
  answer: WireAnswer,
  encoding: ContentEncoding | undefined,
): WireAnswer {
  const { status, headers, body } = answer;
  const { ETag: etag } = headers;
  if (!isRead(exchange) || !answersRead(status) || typeof etag !== 'string') return answer;
  const sent = encoding === undefined ? etag : encodedEntityTag(etag, encoding);
  const named = namedEntityTag(exchange.request.headers['if-none-match'], sent);
  if (named === undefined) return answer;
  if (body instanceof Readable) body.destroy();
  return { status: 304, headers: { ...withoutContent(headers), ETag: named } };
}

function withoutContent(headers: Readonly<HeaderValues>): Readonly<HeaderValues> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONTENT_HEADERS.includes(name)));
}

function serialise({ status, body, content }: ApiResponse): string | Buffer | Readable | undefined {
  if (status === 204 || status === 304) return undefined;
  return content ?? (body === undefined ? undefined : stringify(body));
}

const stringify = (body: JsonValue): string => JSON.stringify(body);

const contentType = (exchange: Exchange, response: ApiResponse): string =>
  response.contentType ?? `${exchange.mediaType}; charset=utf-8`;

/** Keeps unpublished content out of search engines, and its URL out of requests for other pages. */
const UNPUBLISHED: HeaderValues = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' };

interface OwnHeaders {
  readonly rest: HeaderValues;
  readonly cookies: readonly string[];
  readonly vary: readonly string[];
  readonly link?: string;
  readonly cacheControl?: string;
}

const NO_OWN_HEADERS: OwnHeaders = Object.freeze({ rest: {}, cookies: [], vary: [] });

/** Separates headers that are merged with the default ones from those that replace them. */
function sortHeaders(given: ApiResponse['headers']): OwnHeaders {
  if (given === undefined) return NO_OWN_HEADERS;
  const rest: HeaderValues = {};
  const merged = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(given)) {
    const values = typeof value === 'string' ? [value] : [...value];
    const key = name.toLowerCase();
    if (MERGED.has(key)) merged.set(key, values);
    else rest[SPELLINGS.get(key) ?? name] = values[1] === undefined ? (values[0] ?? '') : values;
  }
  const link = merged.get('link')?.join(', ');
  const control = merged.get('cache-control')?.join(', ');
  return {
    rest,
    cookies: merged.get('set-cookie') ?? [],
    vary: merged.get('vary') ?? [],
    ...(link === undefined ? {} : { link }),
    ...(control === undefined ? {} : { cacheControl: control }),
  };
}

/** Headers that later code reads, in canonical spelling. */
const SPELLINGS = new Map(
  ['ETag', 'Content-Type', 'Content-Encoding', 'Content-Length', 'Content-Range', 'Accept-Ranges'].map(
    (name) => [name.toLowerCase(), name],
  ),
);

const MERGED = new Set(['set-cookie', 'vary', 'link', 'cache-control']);

interface CacheParts {
  readonly response: ApiResponse;
  readonly cookies: readonly string[];
  readonly own: string | undefined;
}

/**
 * Returns the `Cache-Control` header. An endpoint may choose its own value (immutable files), except for
 * signed-in callers (contract decision 22).
 */
function cacheControl(
  exchange: Exchange,
  { response, cookies, own }: CacheParts,
  deps: WireAnswerDeps,
): string {
  const isSignedIn = !isVisitor(exchange.actor) || exchange.reveals !== undefined;
  const setsCookie = cookies.length > 0;
  if (own !== undefined && !isSignedIn && !setsCookie) return own;
  const facts = { response, isRead: isRead(exchange), isSignedIn, setsCookie, now: exchange.now };
  return deps.cacheControl(facts);
}

function withNames(vary: string, names: readonly string[]): string {
  if (names.length === 0) return vary;
  const listed = new Set(vary.toLowerCase().split(', '));
  const added = names
    .flatMap((name) => name.split(/\s*,\s*/))
    .filter((name) => !listed.has(name.toLowerCase()) && listed.add(name.toLowerCase()));
  return [vary, ...added].join(', ');
}
