import fc from 'fast-check';

/** One member of `Accept-Encoding`, as RFC 9110, section 12.5.3 has them. */
export interface Preference {
  readonly encoding: string;
  /** In thousandths; undefined where none is stated. */
  readonly weight: number | undefined;
}

/** Lists of preferences in which no coding is named twice. */
export const preferences: fc.Arbitrary<readonly Preference[]> = fc.uniqueArray(
  fc.record({
    encoding: fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate', 'zstd'),
    weight: fc.option(fc.constantFrom(0, 1, 500, 999, 1000), { nil: undefined }),
  }),
  { selector: ({ encoding }) => encoding, maxLength: 6 },
);

/** A value of the header that says so, in one of the ways in which it can be spelt. */
export const headerOf = (all: readonly Preference[], isLoud: boolean): string =>
  all
    .map(({ encoding, weight }) => {
      const name = isLoud ? encoding.toUpperCase() : encoding;
      const q = weight === undefined ? '' : `${isLoud ? ' ; ' : ';'}q=${(weight / 1000).toFixed(3)}`;
      return name + q;
    })
    .join(isLoud ? ' , ' : ',');

/**
 * The codings that may be sent to a client, the ones it likes best: read word for word from the section, and slowly. What it
 * does not mention is acceptable only if it is the plain form, which it likes least then.
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
