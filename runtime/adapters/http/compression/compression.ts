import Negotiator from 'negotiator';
import { Readable } from 'node:stream';
import type { Compression, ContentCoding } from '../../../kernel/contract/http/compression.js';
import { CONTENT_CODINGS } from '../../../kernel/contract/http/compression.js';
import type { HeaderValues, WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { codedHeaders } from '../../../kernel/endpoints/coded-headers.js';
import { createHeaderMemo } from '../../../kernel/util/http/header-memo.js';
import { codeBody, codeStream } from './code-body.js';

/** Shorter bodies gain less than compression costs. */
const LONGEST_PLAIN = 1024;

/**
 * Compressible types: JSON, HTML, other text and SVG. Other types are already compressed. An event stream
 * must not be buffered.
 */
const CODABLE_TYPE =
  /^(?:application\/(?:[\w.-]+\+)?json|text\/(?!event-stream)[\w.+-]+|image\/svg\+xml)\s*(?:;|$)/i;

export function createCompression(): Compression {
  const accepted = createHeaderMemo(readAcceptEncoding);
  return {
    codingFor(acceptEncoding, bytes = Infinity) {
      if (acceptEncoding === undefined) return undefined;
      const { coding, acceptsIdentity } = accepted(acceptEncoding);
      return bytes > LONGEST_PLAIN || (bytes > 0 && !acceptsIdentity) ? coding : undefined;
    },
    isCodable,
    code: codeBody,
    codeAnswer,
  };
}

interface Accepted {
  /** Preferred coding; undefined for none. */
  readonly coding: ContentCoding | undefined;
  readonly acceptsIdentity: boolean;
}

/** Prefers the smaller coding for clients without a preference. The library's types predate its options. */
interface WithPreference {
  encodings(offers: readonly string[], options: { readonly preferred: readonly string[] }): readonly string[];
}

/**
 * Parses `Accept-Encoding` (RFC 9110, section 12.5.3). A client that refuses everything gets the uncompressed
 * content.
 */
function readAcceptEncoding(value: string | undefined): Accepted {
  // The library has had these options since 1.0.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': value } }) as WithPreference;
  const accepted = negotiator.encodings([...CONTENT_CODINGS, 'identity'], { preferred: CONTENT_CODINGS });
  return {
    coding: CONTENT_CODINGS.find((coding) => coding === accepted[0]),
    acceptsIdentity: accepted.length === 0 || accepted.includes('identity'),
  };
}

/** Returns whether content may be compressed: not for partial, compressed or no-transform content. */
function isCodable(headers: Readonly<HeaderValues>): boolean {
  if ('Content-Encoding' in headers || 'Content-Range' in headers) return false;
  if (/\bno-transform\b/i.test(String(headers['Cache-Control']))) return false;
  return CODABLE_TYPE.test(String(headers['Content-Type']));
}

async function codeAnswer({ status, headers, body }: WireAnswer, coding: ContentCoding): Promise<WireAnswer> {
  if (body === undefined || body instanceof Readable) {
    const coded = { status, headers: codedHeaders(headers, coding, undefined) };
    return body === undefined ? coded : { ...coded, body: codeStream(body, coding) };
  }
  const bytes = await codeBody(body, coding, 'once');
  return { status, headers: codedHeaders(headers, coding, bytes.length), body: bytes };
}
