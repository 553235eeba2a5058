import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { EncodedFor, ContentEncoding } from '../../../kernel/contract/http/compression.js';

/**
 * Larger bodies are compressed in another thread; for smaller ones the transfer costs more than it saves (ADR
 * 90).
 */
const LARGEST_AT_ONCE = 32 * 1024;

/**
 * Responses sent once use the fastest level, because each further level takes as long as computing a
 * response.
 */
const BROTLI_QUALITY = { once: 1, many: 5 } as const;
const GZIP_LEVEL = { once: 1, many: 6 } as const;
/** Smaller than the default window, which would be allocated for each document. */
const BROTLI_WINDOW_BITS = 18;

const inThread = { br: promisify(zlib.brotliCompress), gzip: promisify(zlib.gzip) };
const atOnce = { br: zlib.brotliCompressSync, gzip: zlib.gzipSync };

export function codeBody(
  body: string | Buffer,
  encoding: ContentEncoding,
  encodedFor: EncodedFor,
): Buffer | Promise<Buffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const options = optionsOf(encodedFor, bytes.length);
  return bytes.length <= LARGEST_AT_ONCE
    ? atOnce[encoding](bytes, options)
    : inThread[encoding](bytes, options);
}

/** Compresses a stream in chunks, with backpressure. Errors and the end propagate in both directions. */
export function codeStream(content: Readable, encoding: ContentEncoding): Readable {
  const options = optionsOf('once', 0);
  const coder = encoding === 'br' ? zlib.createBrotliCompress(options) : zlib.createGzip(options);
  // The reader of the result receives the errors.
  return pipeline(content, coder, () => undefined);
}

/** Returns the options of both codings, each of which ignores the other's. 0 bytes means unknown. */
function optionsOf(encodedFor: EncodedFor, bytes: number): zlib.BrotliOptions & zlib.ZlibOptions {
  return {
    level: GZIP_LEVEL[encodedFor],
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[encodedFor],
      [zlib.constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes,
    },
  };
}
