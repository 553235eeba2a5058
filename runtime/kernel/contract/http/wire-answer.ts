import type { Readable } from 'node:stream';

export type HeaderValues = Record<string, string | string[]>;

/** An answer with its final headers; the body is still there for HEAD and left out when it is sent. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<HeaderValues>;
  readonly body?: string | Buffer | Readable;
}

/** Headers that an answer without a body lacks, where it stands for one with a body. */
export const CONTENT_HEADERS: readonly string[] = ['Content-Type', 'Content-Length', 'Content-Encoding'];
