/** Language of the texts in code, and of responses to clients that accept no available language. */
export const DEFAULT_LANGUAGE = 'en';

/** Limits for parsing the header; browsers send less. */
const LONGEST = 2000;
const MOST_RANGES = 50;

const RANGE =
  /^[ \t]*(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i;

interface LanguageRange {
  readonly range: string;
  readonly quality: number;
}

/**
 * Selects the language of a response by `Accept-Language` (RFC 9110 section 12.5.4): the highest quality wins, `de-AT` falls back
 * to `de` (RFC 4647 section 3.4), `*` and everything else mean English. Malformed ranges are ignored.
 *
 * @param available language tags, in lower case
 */
export function negotiateLanguage(
  header: string | undefined,
  available: Pick<ReadonlySet<string>, 'has'>,
): string {
  const ranges = readRanges(header ?? '');
  const refused = new Set(ranges.filter(({ quality }) => quality === 0).map(({ range }) => range));
  const isAcceptable = (tag: string): boolean => available.has(tag) && !refused.has(tag);
  const wanted = ranges
    .filter(({ quality }) => quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  for (const { range } of wanted) {
    if (range === '*' && !refused.has(DEFAULT_LANGUAGE)) return DEFAULT_LANGUAGE;
    const found = fallbacksOf(range).find(isAcceptable);
    if (found !== undefined) return found;
  }
  return DEFAULT_LANGUAGE;
}

/** Returns the fallback chain from the most specific tag to the language: `de-at-vienna`, `de-at`, `de`. */
export function fallbacksOf(tag: string): readonly string[] {
  const subtags = tag.split('-');
  return subtags
    .map((_, index) => subtags.slice(0, subtags.length - index))
    .filter((part) => (part.at(-1) ?? '').length > 1)
    .map((part) => part.join('-'));
}

function readRanges(header: string): readonly LanguageRange[] {
  return header
    .slice(0, LONGEST)
    .split(',', MOST_RANGES)
    .flatMap((text) => {
      const [, range, quality = '1'] = RANGE.exec(text) ?? [];
      return range === undefined ? [] : [{ range: range.toLowerCase(), quality: Number(quality) }];
    });
}
