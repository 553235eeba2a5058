import { badRequest } from '../../kernel/errors/catalog.js';

/** The target of a request line, before it is matched with an endpoint. */
export interface RequestTarget {
  /** Percent-decoded once, prefix included; double slashes kept. */
  readonly fullPath: string;
  /** The query string as sent, without `?`. */
  readonly queryString: string;
}

/**
 * Reads the request target from the raw request line, because `/_/routes//` (home) and `/_/routes/` differ and no
 * layer below may merge slashes (core.md section 19, rules 10 and 11).
 * @throws AppError 400 for a broken percent escape or a NUL.
 */
export function parseRequestTarget(url: string): RequestTarget {
  const rawPath = rawPathOf(url);
  const mark = url.indexOf('?');
  return { fullPath: decodePath(rawPath), queryString: mark === -1 ? '' : url.slice(mark + 1) };
}

function rawPathOf(url: string): string {
  const path = originForm(url);
  const mark = path.indexOf('?');
  return mark === -1 ? path : path.slice(0, mark);
}

/** A proxy may send the absolute form (`GET http://host/path`); only its path and query count. */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url);
  const rest = origin === null ? url : url.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The decoded path, or the path as it was sent when it cannot be decoded; for answers to broken URLs. */
export function readablePath(url: string): string {
  try {
    return parseRequestTarget(url).fullPath;
  } catch {
    return rawPathOf(url);
  }
}

/** The part of `fullPath` after the API prefix, starting with `/`; undefined when the path lies outside the prefix. */
export function pathBelowPrefix(fullPath: string, prefix: string): string | undefined {
  if (!fullPath.startsWith(prefix)) return undefined;
  if (fullPath.length === prefix.length) return '/';
  return fullPath.charCodeAt(prefix.length) === SLASH ? fullPath.slice(prefix.length) : undefined;
}

const SLASH = 47;

function decodePath(rawPath: string): string {
  if (!rawPath.includes('%')) return rawPath;
  let decoded: string;
  try {
    decoded = decodeURIComponent(rawPath);
  } catch {
    throw badRequest('The URL is not properly encoded.');
  }
  if (decoded.includes('\0')) throw badRequest('The URL contains a NUL character.');
  return decoded;
}
