import type { HeaderValues, WireAnswer } from './wire-answer.js';

/** Content codings for responses (RFC 9110, section 8.4.1), the one with the smaller result first. */
export const CONTENT_ENCODINGS = ['br', 'gzip'] as const;
export type ContentEncoding = (typeof CONTENT_ENCODINGS)[number];

/** Use of a compressed body: sent once, or many times from a cache. Determines the compression level. */
export type EncodedFor = 'once' | 'many';

/** Compresses responses for clients that support it (contract decision 98). */
export interface Compression {
  /**
   * Returns the coding for a body of this size, or undefined if the body is sent uncompressed. Without
   * `bytes`, assumes a body that is large enough.
   * @param acceptEncoding the `Accept-Encoding` header as sent
   */
  encodingFor(acceptEncoding: string | undefined, bytes?: number): ContentEncoding | undefined;
  /** Returns whether content with these headers may be compressed and gets smaller by it. */
  isCodable(headers: Readonly<HeaderValues>): boolean;
  /** Compresses a body: synchronously if that is cheaper than handing it to another thread. */
  code(body: string | Buffer, encoding: ContentEncoding, encodedFor: EncodedFor): Buffer | Promise<Buffer>;
  /** Compresses a response; a streamed one while it is sent. */
  codeAnswer(answer: WireAnswer, encoding: ContentEncoding): WireAnswer | Promise<WireAnswer>;
}
