import type { JsonObject } from '../../kernel/contract/json.js';

/**
 * Limits for tokens per side and for differences. The time grows with the square of the differences and blocks other
 * requests. With these limits it is some ten milliseconds for any text.
 */
const MOST_TOKENS = 20_000;
const MOST_DIFFERENCES = 500;
/** Maximum length of a compared text in characters. */
const LONGEST = 200_000;

/** Scripts without spaces between words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/**
 * Matches words, spaces and punctuation, and single letters in scripts without spaces. `Intl.Segmenter` supports all
 * scripts, but takes minutes for a megabyte.
 */
const TOKEN = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+|\\s+|.`, 'gsu');

/**
 * Compares two texts and returns their parts in order, `{value, added?, removed?}`. The parts not added form the older
 * text, those not removed the newer one. Returns undefined if the texts are too long or too different.
 */
export async function compareTexts(
  before: string,
  after: string,
): Promise<readonly JsonObject[] | undefined> {
  if (before.length > LONGEST || after.length > LONGEST) return undefined;
  const runs = await compareLists(before.match(TOKEN) ?? [], after.match(TOKEN) ?? []);
  return runs?.map(({ values, ...kind }) => ({ value: values.join(''), ...kind }));
}

/** Compares two lists entry by entry. */
export async function compareEntries(
  before: readonly string[],
  after: readonly string[],
): Promise<readonly JsonObject[] | undefined> {
  const runs = await compareLists(before, after);
  return runs?.flatMap(({ values, ...kind }) => values.map((value) => ({ value, ...kind })));
}

/** Consecutive entries with the same status. */
type Run = { readonly values: readonly string[] } & Readonly<Partial<Record<'added' | 'removed', true>>>;

async function compareLists(
  before: readonly string[],
  after: readonly string[],
): Promise<readonly Run[] | undefined> {
  if (before.length > MOST_TOKENS || after.length > MOST_TOKENS) return undefined;
  // Loaded on demand, because few processes compare anything.
  const { diffArrays } = await import('diff');
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_DIFFERENCES });
  return parts?.map(({ value, added, removed }) => ({
    values: value,
    ...(added ? { added } : {}),
    ...(removed ? { removed } : {}),
  }));
}
