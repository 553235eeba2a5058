import { badRequest } from '../../kernel/errors/catalog.js';
import { composedText } from '../../kernel/util/composed.js';
import { LONGEST_QUERY, MOST_PARAMETERS } from '../../kernel/util/http/query-bounds.js';
import type { RequestedParameters, RequestedValue } from '../../kernel/contract/http/requested.js';

/** Maximum nesting of a parameter name; deeper names are rejected with 400. */
const MAX_DEPTH = 6;

/** While parsing, lists and objects are both maps: `a[]` uses the next free index, `a[x]` a member name. */
type Branch = Map<string, string | Branch>;

/**
 * Parses a query string in the format of common clients: `order[createdAt]=desc`,
 * `isTemplate[]=1&isTemplate[]=0`. The last value of a repeated plain name wins. The result has no prototype,
 * so a name cannot shadow a method.
 * @throws AppError 400 for an invalid percent escape, a NUL, or a string beyond the limits.
 */
export function parseQueryString(queryString: string): RequestedParameters {
  if (queryString === '') return EMPTY;
  if (queryString.length > LONGEST_QUERY) throw badRequest('The query string is too long.');
  const parts = queryString.split('&');
  if (parts.length > MOST_PARAMETERS) throw badRequest('The query string has too many parameters.');
  const root: Branch = new Map();
  for (const part of parts) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    if (name === '') continue;
    place(root, namePath(name), equals === -1 ? '' : decode(part.slice(equals + 1)));
  }
  return toObject(root);
}

const EMPTY: RequestedParameters = Object.freeze(Object.create(null) as RequestedParameters); // An object without members satisfies the type.

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  let decoded: string;
  try {
    decoded = decodeURIComponent(spaced);
  } catch {
    throw badRequest('The query string is not properly encoded.');
  }
  if (decoded.includes('\0')) throw badRequest('The query string contains a NUL character.');
  return composedText(decoded);
}

/**
 * Splits a name: `order[createdAt]` is `['order', 'createdAt']`, `a[]` is `['a', '']`; unbalanced brackets
 * are part of the name.
 */
function namePath(name: string): string[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) return [name];
  const inner = name.slice(open + 1, -1);
  const keys = inner.split('][');
  if (keys.some((key) => key.includes('[') || key.includes(']'))) return [name];
  if (keys.length >= MAX_DEPTH) throw badRequest('The query string is nested too deeply.');
  return [name.slice(0, open), ...keys];
}

function place(root: Branch, path: readonly string[], value: string): void {
  let branch = root;
  for (const key of path.slice(0, -1)) {
    const name = memberName(branch, key);
    const child = branch.get(name);
    if (child instanceof Map) {
      branch = child;
    } else {
      const created: Branch = new Map();
      branch.set(name, created);
      branch = created;
    }
  }
  branch.set(memberName(branch, path[path.length - 1] ?? ''), value);
}

const memberName = (branch: Branch, key: string): string => (key === '' ? String(branch.size) : key);

function toObject(branch: Branch): RequestedParameters {
  const result = Object.create(null) as Record<string, RequestedValue>; // An object without members satisfies the type.
  for (const [name, value] of branch) result[name] = toValue(value);
  return result;
}

function toValue(value: string | Branch): RequestedValue {
  if (typeof value === 'string') return value;
  // A client that omits an entry may leave a gap in the indexes.
  for (const name of value.keys()) if (!/^\d+$/.test(name)) return toObject(value);
  return [...value.values()].map(toValue);
}
