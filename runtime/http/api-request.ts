import type { AppConfig } from '../config/app-config.js';
import type { ApiRequest, HttpMethod } from '../contract/http.js';
import type { JsonObject } from '../contract/json.js';
import type { Exchange } from './exchange.js';
import { readJsonBody } from './json-body.js';
import { parseQueryString } from './query-string.js';

export interface MatchedTarget {
  readonly method: HttpMethod;
  /** Below the prefix, without a format extension. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly queryString: string;
}

/** The request as endpoints see it. */
export function createApiRequest(
  exchange: Exchange,
  target: MatchedTarget,
  limits: AppConfig['bodyLimits'],
): ApiRequest {
  const { request, actor, now, log, mediaType } = exchange;
  const query = parseQueryString(target.queryString);
  const { path, origin, referer } = request.headers;
  const cameFrom = {
    ...(origin === undefined ? {} : { origin }),
    ...(referer === undefined ? {} : { referer }),
  };
  const accepts = exchange.entry?.endpoint.accepts ?? [];
  const limit = actor.user === null ? limits.anonymous : limits.authenticated;
  let body: Promise<JsonObject> | undefined;
  return {
    ...target,
    query,
    headers: request.headers,
    context: { actor, now, query, cameFrom, log, ...(typeof path === 'string' ? { path } : {}) },
    mediaType,
    get address() {
      return request.ip ?? '';
    },
    raw: request,
    json: () => (body ??= readJsonBody(request, { accepts, limit })),
  };
}
