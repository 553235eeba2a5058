import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The statements of a compressed copy, between some of ours. */
export function restoreScript(
  content: Readable,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): Readable {
  const statements = createGunzip();
  // Whoever reads `statements` meets the failure.
  pipeline(content, statements, () => undefined);
  async function* script(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${before.join('\n')}\n`);
    yield* statements as AsyncIterable<Buffer>; // zlib answers bytes
    yield Buffer.from(`\n${after.join('\n')}\n`);
  }
  return Readable.from(script(), { objectMode: false });
}
