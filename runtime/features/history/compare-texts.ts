import type { JsonObject } from '../../kernel/contract/json.js';

/**
 * Tokens that are compared on each side, and differing ones that are looked for. The work grows with the square of the differences, and
 * other requests wait for it: with these it takes some ten milliseconds, whatever the texts are.
 */
const MOST_TOKENS = 20_000;
const MOST_DIFFERENCES = 500;
/** Characters of a text that is split at all. */
const LONGEST = 200_000;

/** Scripts that write no spaces between words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/**
 * Words, spaces and signs; letters where words have no spaces between them. `Intl.Segmenter` knows words of all scripts, and takes minutes
 * for a megabyte.
 */
const TOKEN = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+|\\s+|.`, 'gsu');

/**
 * The parts of two texts in their order, `{value, added?, removed?}`: what is not added makes the older text, what is not removed
 * the newer one. Undefined where they are too long, or differ too much, for a comparison in a moment.
 */
export async function compareTexts(
  before: string,
  after: string,
): Promise<readonly JsonObject[] | undefined> {
  if (before.length > LONGEST || after.length > LONGEST) return undefined;
  const runs = await compareLists(before.match(TOKEN) ?? [], after.match(TOKEN) ?? []);
  return runs?.map(({ values, ...kind }) => ({ value: values.join(''), ...kind }));
}

/** The same of two lists, entry by entry. */
export async function compareEntries(
  before: readonly string[],
  after: readonly string[],
): Promise<readonly JsonObject[] | undefined> {
  const runs = await compareLists(before, after);
  return runs?.flatMap(({ values, ...kind }) => values.map((value) => ({ value, ...kind })));
}

/** Entries beside each other of which the same is to be said. */
type Run = { readonly values: readonly string[] } & Readonly<Partial<Record<'added' | 'removed', true>>>;

async function compareLists(
  before: readonly string[],
  after: readonly string[],
): Promise<readonly Run[] | undefined> {
  if (before.length > MOST_TOKENS || after.length > MOST_TOKENS) return undefined;
  // Few processes compare anything, so it is not loaded with the service.
  const { diffArrays } = await import('diff');
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_DIFFERENCES });
  return parts?.map(({ value, added, removed }) => ({
    values: value,
    ...(added ? { added } : {}),
    ...(removed ? { removed } : {}),
  }));
}
