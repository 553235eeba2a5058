import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EXTENSION = /^(.*[^/])\.[A-Za-z0-9]{1,16}$/;

/** Interpretations of a route's address (core.md section 6.4): paths in order of preference, or an id. */
export type RouteKey =
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'none' };

export function readRouteKey(key: string): RouteKey {
  if (UUID.test(key)) return { kind: 'id', id: key.toLowerCase() };
  if (!key.startsWith('/')) return { kind: 'none' };
  const bare = EXTENSION.exec(key)?.[1];
  return { kind: 'paths', paths: bare === undefined ? [key] : [key, bare] };
}

/** The current page as clients name it: a path, a full URL, a route IRI, or the IRI of a page data record. */
export interface ViewedPath {
  /** The path, as returned in `_metadata.pageDataPath`. */
  readonly path: string;
  readonly route: RouteKey;
  readonly pageData: { readonly type: string; readonly id: string } | null;
}

export function readViewedPath(named: string, iris: IriConverter): ViewedPath {
  const path = pathOf(named.trim());
  const target = iris.parse(path);
  const item = target?.kind === 'item' ? target : undefined;
  const isRoute = item?.resource.name === 'Route';
  const route = mergeKeys([path, decoded(path), ...(isRoute ? [item.key] : [])].map(readRouteKey));
  const isPageData = item?.resource.kind === 'page_data' && UUID.test(item.key);
  return {
    path,
    route,
    pageData: isPageData ? { type: item.resource.name, id: item.key.toLowerCase() } : null,
  };
}

/** Merges keys. An id wins over paths; paths keep their order. */
function mergeKeys(keys: readonly RouteKey[]): RouteKey {
  const id = keys.find((key) => key.kind === 'id');
  if (id !== undefined) return id;
  const paths = [...new Set(keys.flatMap((key) => (key.kind === 'paths' ? key.paths : [])))];
  return paths.length === 0 ? { kind: 'none' } : { kind: 'paths', paths };
}

function pathOf(named: string): string {
  const rest = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(named)?.[1] ?? named;
  const path = rest.replace(/[?#].*$/, '');
  return path === '' && named !== '' ? '/' : path;
}

/** Decodes a percent-encoded path. Clients encode it because headers are limited to ASCII. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
