import type { ContentEncoding } from '../contract/http/compression.js';
import type { HeaderValues } from '../contract/http/wire-answer.js';
import { encodedEntityTag } from './entity-tag.js';

/**
 * Returns the headers of a compressed response, which supports no range requests.
 * @param bytes length of the compressed body; undefined if not known yet
 */
export function encodedHeaders(
  headers: Readonly<HeaderValues>,
  encoding: ContentEncoding,
  bytes: number | undefined,
): HeaderValues {
  const { ETag: etag } = headers;
  const rest = Object.entries(headers).filter(([name]) => !OF_PLAIN.includes(name));
  return {
    ...Object.fromEntries(rest),
    ...(typeof etag === 'string' ? { ETag: encodedEntityTag(etag, encoding) } : {}),
    ...(bytes === undefined ? {} : { 'Content-Length': String(bytes) }),
    'Content-Encoding': encoding,
  };
}

const OF_PLAIN = ['Content-Length', 'Accept-Ranges'];
