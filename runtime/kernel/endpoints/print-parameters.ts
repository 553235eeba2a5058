import type { AskedParameters, AskedValue } from '../contract/http/asked.js';

/** Parsed parameters as text again, for page links that keep what a request asked for. */
export function printQueryString(query: AskedParameters): string {
  return Object.entries(query)
    .flatMap(([name, value]) => printValue(name, value))
    .join('&');
}

function printValue(name: string, value: AskedValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [`${encodeName(name)}=${encodeURIComponent(value)}`];
  const entries: readonly (readonly [string, AskedValue | undefined])[] = Array.isArray(value)
    ? (value as readonly AskedValue[]).map((entry) => ['', entry] as const)
    : Object.entries(value);
  return entries.flatMap(([member, entry]) => printValue(`${name}[${member}]`, entry));
}

/** Brackets may stand in a query string as they are. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
