import { badRequest } from '../../kernel/errors/catalog.js';

/** The target of a request line before routing. */
export interface RequestTarget {
  /** Path with the prefix, percent-decoded once; double slashes are kept. */
  readonly fullPath: string;
  /** Query string as sent, without `?`. */
  readonly queryString: string;
}

/**
 * Parses the request target from the raw request line. `/_/routes//` (home) and `/_/routes/` differ, so no
 * lower layer may merge slashes (core.md section 19, rules 10 and 11).
 * @throws AppError 400 for an invalid percent escape or a NUL.
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

/** Returns the path and query of a target. A proxy may send the absolute form (`GET http://host/path`). */
export function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url);
  const rest = origin === null ? url : url.slice(origin[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the decoded path, or the raw path if it cannot be decoded, for responses to invalid URLs. */
export function readablePath(url: string): string {
  try {
    return parseRequestTarget(url).fullPath;
  } catch {
    return rawPathOf(url);
  }
}

/**
 * Returns the part of `fullPath` after the API prefix, starting with `/`; undefined if it is outside the
 * prefix.
 */
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
