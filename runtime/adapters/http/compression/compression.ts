import Negotiator from 'negotiator';
import { Readable } from 'node:stream';
import type { Compression, ContentEncoding } from '../../../kernel/contract/http/compression.js';
import { CONTENT_ENCODINGS } from '../../../kernel/contract/http/compression.js';
import type { HeaderValues, WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { encodedHeaders } from '../../../kernel/endpoints/encoded-headers.js';
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
    encodingFor(acceptEncoding, bytes = Infinity) {
      if (acceptEncoding === undefined) return undefined;
      const { encoding, acceptsIdentity } = accepted(acceptEncoding);
      return bytes > LONGEST_PLAIN || (bytes > 0 && !acceptsIdentity) ? encoding : undefined;
    },
    isCodable,
    code: codeBody,
    codeAnswer,
  };
}

interface Accepted {
  /** Preferred coding; undefined for none. */
  readonly encoding: ContentEncoding | undefined;
  readonly acceptsIdentity: boolean;
}

/** Prefers the smaller coding for clients without a preference. The library's types predate its options. */
interface WithPreference {
  encodings(
    provides: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): readonly string[];
}

/**
 * Parses `Accept-Encoding` (RFC 9110, section 12.5.3). A client that refuses everything gets the uncompressed
 * content.
 */
function readAcceptEncoding(value: string | undefined): Accepted {
  // The library has had these options since 1.0.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': value } }) as WithPreference;
  const accepted = negotiator.encodings([...CONTENT_ENCODINGS, 'identity'], { preferred: CONTENT_ENCODINGS });
  return {
    encoding: CONTENT_ENCODINGS.find((encoding) => encoding === accepted[0]),
    acceptsIdentity: accepted.length === 0 || accepted.includes('identity'),
  };
}

/** Returns whether content may be compressed: not for partial, compressed or no-transform content. */
function isCodable(headers: Readonly<HeaderValues>): boolean {
  if ('Content-Encoding' in headers || 'Content-Range' in headers) return false;
  if (/\bno-transform\b/i.test(String(headers['Cache-Control']))) return false;
  return CODABLE_TYPE.test(String(headers['Content-Type']));
}

async function codeAnswer(
  { status, headers, body }: WireAnswer,
  encoding: ContentEncoding,
): Promise<WireAnswer> {
  if (body === undefined || body instanceof Readable) {
    const encoded = { status, headers: encodedHeaders(headers, encoding, undefined) };
    return body === undefined ? encoded : { ...encoded, body: codeStream(body, encoding) };
  }
  const bytes = await codeBody(body, encoding, 'once');
  return { status, headers: encodedHeaders(headers, encoding, bytes.length), body: bytes };
}
