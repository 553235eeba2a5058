import type { Readable } from 'node:stream';

export type HeaderValues = Record<string, string | string[]>;

/** A response with final headers. The body is present for HEAD requests too and omitted on sending. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<HeaderValues>;
  readonly body?: string | Buffer | Readable;
}

/** Headers to omit from a response without a body that stands for one with a body. */
export const CONTENT_HEADERS: readonly string[] = ['Content-Type', 'Content-Length', 'Content-Encoding'];
