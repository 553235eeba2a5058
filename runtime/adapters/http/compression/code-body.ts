import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { CodedFor, ContentCoding } from '../../../kernel/contract/http/compression.js';

/** Larger bodies are coded by another thread; smaller ones take less than the way there and back (ADR 90). */
const LARGEST_AT_ONCE = 32 * 1024;

/** What is sent once is coded by the least work, since each step more takes as long as computing an answer. */
const BROTLI_QUALITY = { once: 1, many: 5 } as const;
const GZIP_LEVEL = { once: 1, many: 6 } as const;
/** Documents are smaller than the usual window, whose memory is taken for each of them. */
const BROTLI_WINDOW_BITS = 18;

const inThread = { br: promisify(zlib.brotliCompress), gzip: promisify(zlib.gzip) };
const atOnce = { br: zlib.brotliCompressSync, gzip: zlib.gzipSync };

export function codeBody(
  body: string | Buffer,
  coding: ContentCoding,
  codedFor: CodedFor,
): Buffer | Promise<Buffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const options = optionsOf(codedFor, bytes.length);
  return bytes.length <= LARGEST_AT_ONCE ? atOnce[coding](bytes, options) : inThread[coding](bytes, options);
}

/** Codes a stream piece by piece, at the pace of whoever reads the result, which fails with it and ends it with itself. */
export function codeStream(content: Readable, coding: ContentCoding): Readable {
  const options = optionsOf('once', 0);
  const coder = coding === 'br' ? zlib.createBrotliCompress(options) : zlib.createGzip(options);
  // Whoever reads the result is told of failures by it.
  return pipeline(content, coder, () => undefined);
}

/** Each of the two codings looks at its own options; 0 bytes are an unknown number. */
function optionsOf(codedFor: CodedFor, bytes: number): zlib.BrotliOptions & zlib.ZlibOptions {
  return {
    level: GZIP_LEVEL[codedFor],
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[codedFor],
      [zlib.constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}
