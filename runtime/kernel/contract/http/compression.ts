import type { HeaderValues, WireAnswer } from './wire-answer.js';

/** Content codings for responses (RFC 9110, section 8.4.1), the one with the smaller result first. */
export const CONTENT_CODINGS = ['br', 'gzip'] as const;
export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/** Use of a compressed body: sent once, or many times from a cache. Determines the compression level. */
export type CodedFor = 'once' | 'many';

/** Compresses responses for clients that support it (contract decision 98). */
export interface Compression {
  /**
   * Returns the coding for a body of this size, or undefined if the body is sent uncompressed. Without
   * `bytes`, assumes a body that is large enough.
   * @param acceptEncoding the `Accept-Encoding` header as sent
   */
  codingFor(acceptEncoding: string | undefined, bytes?: number): ContentCoding | undefined;
  /** Returns whether content with these headers may be compressed and gets smaller by it. */
  isCodable(headers: Readonly<HeaderValues>): boolean;
  /** Compresses a body: synchronously if that is cheaper than handing it to another thread. */
  code(body: string | Buffer, coding: ContentCoding, codedFor: CodedFor): Buffer | Promise<Buffer>;
  /** Compresses a response; a streamed one while it is sent. */
  codeAnswer(answer: WireAnswer, coding: ContentCoding): WireAnswer | Promise<WireAnswer>;
}
