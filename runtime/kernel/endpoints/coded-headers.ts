import type { ContentCoding } from '../contract/http/compression.js';
import type { HeaderValues } from '../contract/http/wire-answer.js';
import { codedEntityTag } from './entity-tag.js';

/**
 * Returns the headers of a compressed response, which supports no range requests.
 * @param bytes length of the compressed body; undefined if not known yet
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
