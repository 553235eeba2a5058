import type { ApiRequest, ApiResponse } from '../contract/http/http.js';
import type { AskedParameters } from '../contract/http/asked.js';
import { printIgnored } from './print-ignored.js';

/** The parameters that an endpoint ignored, and those that it knows. */
export interface LookedAt {
  /** Members of the body, or parts of a form, that nothing knows. */
  readonly unknown?: readonly string[];
  /** Query parameters that the endpoint reads, as they stand in a URL; `any`: others read the rest of them. */
  readonly parameters?: ReadonlySet<string> | 'any';
}

/**
 * Names what a request sent and nothing looked at, so that a typing mistake is noticed: outside production by a
 * warning in the log and the header `X-Ignored`, in production in the log at debug level.
 */
export type ReportIgnored = (request: ApiRequest, lookedAt: LookedAt, response: ApiResponse) => ApiResponse;

/** Parameters that mean something on every record. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'published',
  'validate_published',
  '_switch_user',
  'preview',
]);
const NONE: ReadonlySet<string> = new Set();

export function createReportIgnored({ environment }: { readonly environment: string }): ReportIgnored {
  return (request, { unknown = [], parameters = NONE }, response) => {
    const names = [...unknown, ...(parameters === 'any' ? [] : unknownParameters(request.query, parameters))];
    if (names.length === 0) return response;
    const ignored = printIgnored(names);
    const entry = { msg: 'unknown fields or query parameters', ignored };
    if (environment === 'production') {
      request.context.log.debug(entry);
      return response;
    }
    request.context.log.warn(entry);
    return { ...response, headers: { ...response.headers, 'X-Ignored': ignored } };
  };
}

/** Parameters are named as in a URL: `?serach`, `?order[titel]`. */
function unknownParameters(query: AskedParameters, known: ReadonlySet<string>): readonly string[] {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      name === 'order' && typeof value === 'object'
        ? Object.keys(value).map((field) => `order[${field}]`)
        : [name],
    )
    .filter((name) => !known.has(name) && !EVERYWHERE.has(name))
    .map((name) => `?${name}`);
}
