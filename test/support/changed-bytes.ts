import fc from 'fast-check';

/** Modifications of a file: wrong numbers, repeated parts, and truncation. */
export type Change =
  | { readonly kind: 'number'; readonly at: number; readonly value: number; readonly isLittle: boolean }
  | { readonly kind: 'again'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: 'cut'; readonly at: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const lengths = fc.constantFrom(0, 1, 4, 7, 8, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff);
/** Generates modifications of a file. */
export const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('number' as const),
      at: place,
      value: fc.oneof(lengths, fc.nat()),
      isLittle: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('again' as const),
      at: place,
      length: fc.integer({ min: 1, max: 64 }),
      times: fc.constantFrom(1, 3, 2_000),
    }),
    fc.record({ kind: fc.constant('cut' as const), at: place }),
  ),
  { minLength: 1, maxLength: 4 },
);

/** Returns the file with these modifications. */
export function applied(file: Buffer, list: readonly Change[]): Buffer {
  let bytes = Buffer.from(file);
  for (const change of list) {
    const at = Math.floor(change.at * Math.max(0, bytes.length - 4));
    if (change.kind === 'cut') bytes = bytes.subarray(0, at);
    else if (change.kind === 'again') {
      const piece = bytes.subarray(at, at + change.length);
      const again = Array.from({ length: change.times }, () => piece);
      bytes = Buffer.concat([bytes.subarray(0, at), ...again, bytes.subarray(at)]);
    } else if (bytes.length >= at + 4) {
      if (change.isLittle) bytes.writeUInt32LE(change.value >>> 0, at);
      else bytes.writeUInt32BE(change.value >>> 0, at);
    }
  }
  return bytes;
}
