import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AppConfig } from '../../config/app-config.js';
import type { Actor, RequestContext } from '../../kernel/contract/context.js';
import type { Replica } from '../../kernel/contract/database/database.js';
import type { ApiRequest, HttpMethod } from '../../kernel/contract/http/http.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import { parseQuery } from '../../kernel/util/http/parse-query.js';
import type { Exchange } from './exchange.js';
import { readJsonBody, readJsonValue } from './json-body.js';
import { parseQueryString } from './query-string.js';
import { cutText } from '../../kernel/util/text/cut-text.js';
import { createState } from '../../kernel/util/async/state.js';

export interface MatchedTarget {
  readonly method: HttpMethod;
  /** Path below the prefix, without a format extension. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly queryString: string;
}

export interface RequestParts {
  readonly limits: AppConfig['bodyLimits'];
  /** Returns the client address, as reported by trusted proxies. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly replica?: Replica | undefined;
  readonly isEditor: (actor: Actor) => boolean;
}

/** Creates the request as endpoints receive it. */
export function createApiRequest(
  exchange: Exchange,
  target: MatchedTarget,
  { limits, addressOf, replica, isEditor }: RequestParts,
): ApiRequest {
  const { request, actor, now, log, mediaType } = exchange;
  const query = parseQueryString(target.queryString);
  const viewedPath = request.headers['path'];
  const accepts = exchange.entry?.endpoint.accepts ?? [];
  const limit = (): number => bodyLimitOf(exchange, { limits, isEditor });
  let body: Promise<JsonObject> | undefined;
  return {
    ...target,
    query,
    headers: request.headers,
    context: {
      actor,
      now,
      requested: parseQuery(query),
      cameFrom: readOrigin(request.headers),
      assertWanted() {
        if (exchange.overdue !== undefined) throw exchange.overdue;
      },
      log,
      request: { id: exchange.id, reason: reasonOf(request.headers) },
      state: createState(),
      messages: exchange.messages,
      ...(typeof viewedPath === 'string' ? { viewedPath } : {}),
      ...(replica === undefined ? {} : { replica }),
      ...(exchange.reveals === undefined ? {} : { reveals: exchange.reveals }),
    },
    mediaType,
    get address() {
      return addressOf(request);
    },
    get bodyLimit() {
      return limit();
    },
    raw: request,
    json: () => (body ??= readJsonBody(request, { accepts, limit: limit() })),
    jsonValue: () => readJsonValue(request, { accepts, limit: limit() }),
  };
}

/** Returns the body limit of the caller, determined before the body is read (contract decision 44). */
function bodyLimitOf(
  { actor, entry }: Pick<Exchange, 'actor' | 'entry'>,
  { limits, isEditor }: Pick<RequestParts, 'limits' | 'isEditor'>,
): number {
  if (actor.user === null) return limits.anonymous;
  const isLarge = entry?.endpoint.takesLargeBodies === true || isEditor(actor);
  return isLarge ? Math.max(limits.authenticated, limits.editors) : limits.authenticated;
}

/** Maximum characters of a stored reason. */
const LONGEST_REASON = 500;

/** Returns the sender's reason for a change: `X-Reason`, in UTF-8. */
function reasonOf({ 'x-reason': sent }: IncomingHttpHeaders): string | null {
  if (typeof sent !== 'string' || sent === '') return null;
  // Node.js decodes each byte of a header as one character.
  return cutText(Buffer.from(sent, 'latin1').toString('utf8'), LONGEST_REASON);
}

/**
 * Returns the page that a request was sent from, by the first of the two headers that is present (accounts.md
 * section 7.5).
 */
export function readOrigin({
  origin,
  referer,
}: IncomingHttpHeaders): NonNullable<RequestContext['cameFrom']> {
  if (origin !== undefined) return { page: { url: origin, header: 'origin' } };
  return referer === undefined ? {} : { page: { url: referer, header: 'referer' } };
}
