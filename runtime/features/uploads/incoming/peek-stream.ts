import { Readable } from 'node:stream';

export interface PeekedStream {
  /** The first bytes; fewer than requested if the stream is shorter. */
  readonly head: Buffer;
  /** The whole content, including the head. */
  readonly content: Readable;
  /** Number of bytes read so far. */
  readonly size: () => number;
}

/** Reads the start of a stream and returns the whole stream, counting its bytes. Nothing else is kept in memory. */
export async function peekStream(source: AsyncIterable<Uint8Array>, bytes: number): Promise<PeekedStream> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let peeked = 0;
  while (peeked < bytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    peeked += next.value.length;
  }
  let size = 0;
  async function* replay(): AsyncGenerator<Uint8Array> {
    try {
      for (const chunk of first.splice(0)) {
        size += chunk.length;
        yield chunk;
      }
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
        size += next.value.length;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  const head = Buffer.concat(first).subarray(0, bytes);
  return { head, content: Readable.from(replay(), { objectMode: false }), size: () => size };
}

/** Reads a whole stream into memory. @throws RangeError beyond `limit` */
export async function readAll(source: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > limit) throw new RangeError('The file is too large to be read whole.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
