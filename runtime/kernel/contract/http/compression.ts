import type { HeaderValues, WireAnswer } from './wire-answer.js';

/** Content codings that answers are sent in (RFC 9110, section 8.4.1), the smaller one first. */
export const CONTENT_CODINGS = ['br', 'gzip'] as const;
export type ContentCoding = (typeof CONTENT_CODINGS)[number];

/** How much work a coded body is worth: one that is sent once, or one that is kept and sent many times. */
export type CodedFor = 'once' | 'many';

/** Codes what is sent to clients that take fewer bytes (contract decision 98). */
export interface Compression {
  /**
   * The coding in which a body of so many bytes is sent to a client, if it gets smaller at all; undefined where it is sent as it
   * is. Without `bytes`, the coding of those that are large enough.
   * @param acceptEncoding the header, as sent
   */
  codingFor(acceptEncoding: string | undefined, bytes?: number): ContentCoding | undefined;
  /** Whether content with these headers gets smaller, and nothing forbids to code it. */
  isCodable(headers: Readonly<HeaderValues>): boolean;
  /** Codes a body: at once where that takes less than handing it to another thread. */
  code(body: string | Buffer, coding: ContentCoding, codedFor: CodedFor): Buffer | Promise<Buffer>;
  /** Codes an answer, a streamed one while it is sent. */
  codeAnswer(answer: WireAnswer, coding: ContentCoding): WireAnswer | Promise<WireAnswer>;
}
