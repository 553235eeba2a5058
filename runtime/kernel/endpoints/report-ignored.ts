import type { ApiRequest, ApiResponse } from '../contract/http/http.js';
import type { RequestedParameters } from '../contract/http/requested.js';
import { printIgnored } from './print-ignored.js';

/** Unknown input of a request, and the parameters that its endpoint supports. */
export interface LookedAt {
  /** Unknown body members or form parts. */
  readonly unknown?: readonly string[];
  /** Query parameters that the endpoint reads, as written in a URL; `any` accepts all. */
  readonly parameters?: ReadonlySet<string> | 'any';
}

/**
 * Reports unknown fields and query parameters of a request, so that typing mistakes are noticed. In
 * production it logs them at debug level; otherwise it logs a warning and sets the header `X-Ignored`.
 */
export type ReportIgnored = (request: ApiRequest, lookedAt: LookedAt, response: ApiResponse) => ApiResponse;

/** Query parameters that apply to every record. */
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

/** Returns unknown parameters as written in a URL: `?serach`, `?order[titel]`. */
function unknownParameters(query: RequestedParameters, known: ReadonlySet<string>): readonly string[] {
  return Object.entries(query)
    .flatMap(([name, value]) =>
      name === 'order' && typeof value === 'object'
        ? Object.keys(value).map((field) => `order[${field}]`)
        : [name],
    )
    .filter((name) => !known.has(name) && !EVERYWHERE.has(name))
    .map((name) => `?${name}`);
}
