import type { QueryParameters, QueryValue } from '../contract/http/query-parameters.js';

/** Prints parsed parameters as a query string, for page links that keep the parameters of the request. */
export function printQueryString(query: QueryParameters): string {
  return Object.entries(query)
    .flatMap(([name, value]) => printValue(name, value))
    .join('&');
}

function printValue(name: string, value: QueryValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [`${encodeName(name)}=${encodeURIComponent(value)}`];
  const entries: readonly (readonly [string, QueryValue | undefined])[] = Array.isArray(value)
    ? (value as readonly QueryValue[]).map((entry) => ['', entry] as const)
    : Object.entries(value);
  return entries.flatMap(([member, entry]) => printValue(`${name}[${member}]`, entry));
}

/** Brackets need no encoding in a query string. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
