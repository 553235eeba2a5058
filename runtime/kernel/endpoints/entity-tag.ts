import { createHash } from 'node:crypto';
import type { ContentEncoding } from '../contract/http/compression.js';

/**
 * Returns the strong entity tag of a body: its hash, prefixed with the version of the record it shows
 * (contract decision 100). Documents of several records have no version.
 */
export function entityTag(body: Buffer | string, version?: number): string {
  const hash = createHash('sha1').update(body).digest('base64url');
  return version === undefined ? `"${hash}"` : `"${version}-${hash}"`;
}

/**
 * Returns the entity tag of the same content in compressed form. Different bytes need a different strong tag
 * (RFC 9110 section 8.8.3.3): the coding is appended after a dot, `"<version>-<hash>.br"`. Weak tags stay the
 * same.
 */
export const encodedEntityTag = (etag: string, encoding: ContentEncoding): string =>
  etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}.${encoding}"`;

/**
 * Returns the tag in `If-None-Match` that matches the content, compressed or not; undefined if none does. The
 * 304 response repeats that tag, because the client stores the content under it. Uses weak comparison with
 * `*` and lists (RFC 9110 section 13.1.2).
 * @param etag entity tag of the content as it would be sent
 */
export function namedEntityTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return etag;
  const candidates = ifNoneMatch.split(',').map((candidate) => opaqueOf(candidate.trim()));
  if (candidates.includes(opaqueOf(etag))) return etag;
  const content = withoutEncoding(opaqueOf(etag));
  return candidates.find((candidate) => withoutEncoding(candidate) === content);
}

const opaqueOf = (tag: string): string => tag.replace(/^W\//, '');
const withoutEncoding = (tag: string): string => tag.replace(/\.(?:br|gzip)"$/, '"');
