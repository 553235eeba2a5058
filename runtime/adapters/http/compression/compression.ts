import Negotiator from 'negotiator';
import { Readable } from 'node:stream';
import type { Compression, ContentCoding } from '../../../kernel/contract/http/compression.js';
import { CONTENT_CODINGS } from '../../../kernel/contract/http/compression.js';
import type { HeaderValues, WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { codedHeaders } from '../../../kernel/endpoints/coded-headers.js';
import { createHeaderMemo } from '../../../kernel/util/http/header-memo.js';
import { codeBody, codeStream } from './code-body.js';

/** What is no longer than this gains less than its coding costs. */
const LONGEST_PLAIN = 1024;

/** JSON of every kind, HTML, other text, and SVG; the rest is compressed already. An event stream must not wait for more bytes. */
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
  /** The coding that is sent where there is a choice; undefined for none. */
  readonly coding: ContentCoding | undefined;
  readonly acceptsIdentity: boolean;
}

/** A client that has no preference gets the smaller coding. The types of the library are those of a release that had no options. */
interface WithPreference {
  encodings(offers: readonly string[], options: { readonly preferred: readonly string[] }): readonly string[];
}

/** Reads `Accept-Encoding` (RFC 9110, section 12.5.3). A client that refuses everything gets what there is, as it is. */
function readAcceptEncoding(value: string | undefined): Accepted {
  // It has had the options since 1.0.
  const negotiator = new Negotiator({ headers: { 'accept-encoding': value } }) as WithPreference;
  const accepted = negotiator.encodings([...CONTENT_CODINGS, 'identity'], { preferred: CONTENT_CODINGS });
  return {
    coding: CONTENT_CODINGS.find((coding) => coding === accepted[0]),
    acceptsIdentity: accepted.length === 0 || accepted.includes('identity'),
  };
}

/** A part of some content, and content that is coded or must not be transformed, is left alone. */
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
