import { createHash } from 'node:crypto';
import type { ContentCoding } from '../contract/http/compression.js';

/**
 * The strong validator of these bytes: their hash, behind the version of the record that they show (contract decision 100).
 * Documents of several records have no version.
 */
export function entityTag(body: Buffer | string, version?: number): string {
  const hash = createHash('sha1').update(body).digest('base64url');
  return version === undefined ? `"${hash}"` : `"${version}-${hash}"`;
}

/**
 * The validator of the same content in a coding. Other bytes need another strong tag (RFC 9110 section 8.8.3.3): the name of
 * the coding behind a dot, `"<version>-<hash>.br"`. A weak one is the same for all.
 */
export const codedEntityTag = (etag: string, coding: ContentCoding): string =>
  etag.startsWith('W/') ? etag : `${etag.slice(0, -1)}.${coding}"`;

/**
 * The tag by which `If-None-Match` says that the client has some content, coded or not; undefined where it does not. The answer
 * to it names that tag, because it is what the client keeps the content under. Weak comparison over `*` and lists (RFC 9110
 * section 13.1.2).
 * @param etag the validator of the content in the form in which it would be sent
 */
export function namedEntityTag(ifNoneMatch: string | undefined, etag: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return etag;
  const candidates = ifNoneMatch.split(',').map((candidate) => opaqueOf(candidate.trim()));
  if (candidates.includes(opaqueOf(etag))) return etag;
  const content = withoutCoding(opaqueOf(etag));
  return candidates.find((candidate) => withoutCoding(candidate) === content);
}

const opaqueOf = (tag: string): string => tag.replace(/^W\//, '');
const withoutCoding = (tag: string): string => tag.replace(/\.(?:br|gzip)"$/, '"');
