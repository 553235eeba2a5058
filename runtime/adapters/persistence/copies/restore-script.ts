import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Decompresses gzip content as a stream. */
export function unpacked(content: Readable): AsyncIterable<Buffer> {
  const statements = createGunzip();
  // The reader of `statements` receives errors.
  pipeline(content, statements, () => undefined);
  return statements as AsyncIterable<Buffer>; // zlib returns bytes.
}

/** Surrounds the statements of a copy with additional ones. */
export function restoreScript(
  statements: AsyncIterable<Buffer>,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): Readable {
  async function* script(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${before.join('\n')}\n`);
    yield* statements;
    yield Buffer.from(`\n${after.join('\n')}\n`);
  }
  return Readable.from(script(), { objectMode: false });
}
