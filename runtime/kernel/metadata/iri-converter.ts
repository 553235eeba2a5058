import type { Reference } from '../contract/records/record.js';
import type { RegisteredResource, ResourceRegistry } from './resource-registry.js';

/** The target of an IRI: a whole collection, or one record by its key. */
export type IriTarget =
  | { readonly kind: 'collection'; readonly resource: RegisteredResource }
  | { readonly kind: 'item'; readonly resource: RegisteredResource; readonly key: string };

export interface IriConverter {
  readonly prefix: string;
  collection(resource: { readonly path: string }): string;
  /**
   * Returns the IRI of a record. A route's IRI is `/_/routes/` followed by its path, percent-encoded where
   * necessary.
   */
  item(resource: { readonly path: string }, key: string): string;
  of(reference: Reference): string;
  /**
   * Resolves an IRI with or without the API prefix, or an absolute URL of this API; undefined for others.
   * Keys may be percent-encoded.
   */
  parse(iri: string): IriTarget | undefined;
}

/** Creates the converter. IRIs are absolute paths that include the API prefix (core.md, head). */
export function createIriConverter(
  registry: ResourceRegistry,
  prefix: string,
  publicUrl: string,
): IriConverter {
  const collection = (resource: { readonly path: string }): string => prefix + resource.path;
  const item = (resource: { readonly path: string }, key: string): string =>
    `${prefix}${resource.path}/${encodeKey(key)}`;

  /** Returns the path without the API prefix, or undefined if it does not start with `/`. */
  function withoutPrefix(iri: string): string | undefined {
    const path = iri.startsWith(`${publicUrl}/`) ? iri.slice(publicUrl.length) : iri;
    if (!path.startsWith('/')) return undefined;
    return prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  }

  return {
    prefix,
    collection,
    item,
    of: (reference) => item(registry.require(reference.type), reference.key),
    parse(iri) {
      const path = withoutPrefix(iri);
      if (path === undefined) return undefined;
      const whole = registry.byPath(path);
      if (whole !== undefined) return { kind: 'collection', resource: whole };
      // Collection paths have two segments (`/_/pages`), except `/users`. The rest is the key.
      for (const segments of [2, 1]) {
        const end = indexOfSlash(path, segments + 1);
        const resource = end === -1 ? undefined : registry.byPath(path.slice(0, end));
        if (resource !== undefined && end < path.length - 1) {
          return { kind: 'item', resource, key: decodeKey(path.slice(end + 1)) };
        }
      }
      return undefined;
    },
  };
}

/** Characters to escape in a URL path; `?` and `#` would end it. */
const ESCAPED = /[^A-Za-z0-9\-._~!$&'()*+,;=:@/]+/gu;

function encodeKey(key: string): string {
  return key.replace(ESCAPED, (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')));
}

/** Decodes a key. A percent sign that does not start an escape is literal. */
function decodeKey(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the position of the `n`th slash, or -1. */
function indexOfSlash(path: string, n: number): number {
  let position = -1;
  for (let count = 0; count < n; count += 1) {
    position = path.indexOf('/', position + 1);
    if (position === -1) return -1;
  }
  return position;
}
