import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** What gzip has packed, piece by piece. */
export function unpacked(content: Readable): AsyncIterable<Buffer> {
  const statements = createGunzip();
  // Whoever reads `statements` meets the failure.
  pipeline(content, statements, () => undefined);
  return statements as AsyncIterable<Buffer>; // zlib answers bytes
}

/** The statements of a copy, between some of ours. */
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
