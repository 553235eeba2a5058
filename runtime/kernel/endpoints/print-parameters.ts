import type { RequestedParameters, RequestedValue } from '../contract/http/requested.js';

/** Prints parsed parameters as a query string, for page links that keep the parameters of the request. */
export function printQueryString(query: RequestedParameters): string {
  return Object.entries(query)
    .flatMap(([name, value]) => printValue(name, value))
    .join('&');
}

function printValue(name: string, value: RequestedValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [`${encodeName(name)}=${encodeURIComponent(value)}`];
  const entries: readonly (readonly [string, RequestedValue | undefined])[] = Array.isArray(value)
    ? (value as readonly RequestedValue[]).map((entry) => ['', entry] as const)
    : Object.entries(value);
  return entries.flatMap(([member, entry]) => printValue(`${name}[${member}]`, entry));
}

/** Brackets need no encoding in a query string. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
