import type { ContentCoding } from '../contract/http/compression.js';
import type { HeaderValues } from '../contract/http/wire-answer.js';
import { codedEntityTag } from './entity-tag.js';

/**
 * The headers of an answer whose body is coded. Parts of such a body are not served.
 * @param bytes of the coded body; undefined where nobody knows them yet
 */
export function codedHeaders(
  headers: Readonly<HeaderValues>,
  coding: ContentCoding,
  bytes: number | undefined,
): HeaderValues {
  const { ETag: etag } = headers;
  const rest = Object.entries(headers).filter(([name]) => !OF_PLAIN.includes(name));
  return {
    ...Object.fromEntries(rest),
    ...(typeof etag === 'string' ? { ETag: codedEntityTag(etag, coding) } : {}),
    ...(bytes === undefined ? {} : { 'Content-Length': String(bytes) }),
    'Content-Encoding': coding,
  };
}

const OF_PLAIN = ['Content-Length', 'Accept-Ranges'];
