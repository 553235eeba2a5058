import fc from 'fast-check';

/** One member of `Accept-Encoding`, as defined by RFC 9110, section 12.5.3. */
export interface Preference {
  readonly encoding: string;
  /** In thousandths, or undefined if there is none. */
  readonly weight: number | undefined;
}

/** Lists of preferences with distinct encodings. */
export const preferences: fc.Arbitrary<readonly Preference[]> = fc.uniqueArray(
  fc.record({
    encoding: fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate', 'zstd'),
    weight: fc.option(fc.constantFrom(0, 1, 500, 999, 1000), { nil: undefined }),
  }),
  { selector: ({ encoding }) => encoding, maxLength: 6 },
);

/** Writes the header value with one of its possible spellings. */
export const headerOf = (all: readonly Preference[], isLoud: boolean): string =>
  all
    .map(({ encoding, weight }) => {
      const name = isLoud ? encoding.toUpperCase() : encoding;
      const q = weight === undefined ? '' : `${isLoud ? ' ; ' : ';'}q=${(weight / 1000).toFixed(3)}`;
      return name + q;
    })
    .join(isLoud ? ' , ' : ',');

/**
 * Returns the encodings that a client prefers most. This slow implementation follows the section literally. An
 * unlisted encoding is acceptable only if it is identity, which then has the lowest preference.
 */
export function bestFor(all: readonly Preference[]): ReadonlySet<string> {
  const weights = new Map<string, number>();
  for (const encoding of ['br', 'gzip', 'identity']) {
    const own = all.find((preference) => preference.encoding === encoding);
    const other = all.find((preference) => preference.encoding === '*');
    const found = own ?? other;
    if (found !== undefined) weights.set(encoding, found.weight ?? 1000);
  }
  const isUnmentioned = !weights.has('identity');
  const acceptable = [...weights].filter(([, weight]) => weight > 0);
  if (acceptable.length === 0) return new Set(['identity']);
  const most = Math.max(...acceptable.map(([, weight]) => weight));
  const best = acceptable.filter(([, weight]) => weight === most).map(([encoding]) => encoding);
  return new Set(isUnmentioned ? best.filter((encoding) => encoding !== 'identity') : best);
}
