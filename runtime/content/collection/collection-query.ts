import type { QueryParameters, QueryValue } from '../../contract/query-parameters.js';

/**
 * The query of the proxied list (components.md section 7.2): the component's page size, its default parameters, then the
 * query of the current request, which overrides both, also with an empty value.
 */
export function collectionQuery(input: {
  readonly perPage: unknown;
  readonly defaults: unknown;
  readonly request: QueryParameters;
  readonly sizeParameter: string;
}): QueryParameters {
  const { perPage, request, sizeParameter } = input;
  const size = typeof perPage === 'number' ? { [sizeParameter]: String(perPage) } : {};
  return Object.assign(Object.create(null), readDefaults(input.defaults), size, request) as QueryParameters; // parameters have no prototype
}

/** Keys are spelled as in a query string (`order[createdAt]`), or objects nested as they are parsed. */
function readDefaults(defaults: unknown): Record<string, QueryValue> {
  const root: Record<string, QueryValue> = Object.create(null) as Record<string, QueryValue>; // no prototype
  if (typeof defaults !== 'object' || defaults === null || Array.isArray(defaults)) return root;
  for (const [key, raw] of Object.entries(defaults)) {
    const value = toQueryValue(raw);
    const [name = key, ...path] = keyPath(key);
    if (value !== undefined) root[name] = place(root[name], path, value);
  }
  return root;
}

function keyPath(key: string): readonly string[] {
  const open = key.indexOf('[');
  if (open <= 0 || !key.endsWith(']')) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split('][')];
}

/** `current` with `value` at a path of members; an empty member appends to a list (`isTemplate[]`). */
function place(current: QueryValue | undefined, path: readonly string[], value: QueryValue): QueryValue {
  const [member, ...rest] = path;
  if (member === undefined) return value;
  if (member === '') {
    const list: readonly QueryValue[] = Array.isArray(current) ? current : [];
    return [...list, ...(Array.isArray(value) ? (value as readonly QueryValue[]) : [value])];
  }
  const isMap = typeof current === 'object' && !Array.isArray(current);
  const members = isMap ? (current as QueryParameters) : {}; // lists and texts were ruled out
  return { ...members, [member]: place(members[member], rest, value) };
}

function toQueryValue(raw: unknown): QueryValue | undefined {
  if (typeof raw === 'string') return raw;
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw);
  if (Array.isArray(raw)) return raw.flatMap((entry) => toQueryValue(entry) ?? []);
  if (typeof raw !== 'object' || raw === null) return undefined;
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, entry]) => {
      const value = toQueryValue(entry);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Parsed parameters as text again; page links keep what the request asked for. */
export function printQuery(query: QueryParameters): string {
  return Object.entries(query)
    .flatMap(([name, value]) => printValue(name, value))
    .join('&');
}

function printValue(name: string, value: QueryValue | undefined): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [`${encode(name)}=${encodeURIComponent(value)}`];
  const entries: readonly (readonly [string, QueryValue | undefined])[] = Array.isArray(value)
    ? (value as readonly QueryValue[]).map((entry) => ['', entry] as const)
    : Object.entries(value);
  return entries.flatMap(([member, entry]) => printValue(`${name}[${member}]`, entry));
}

const encode = (name: string): string =>
  encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');
