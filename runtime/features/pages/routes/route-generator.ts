import transliterate from '@sindresorhus/transliterate';
import type { RouteGenerator } from '../../../kernel/contract/features/extensions.js';

/** Joiners, soft hyphens, directions of writing, variants of emoji: parts of a word that nobody sees. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** The library has words for some symbols (`&`, `♥`, `€`) and leaves out others, so it never sees one (contract decision 62). */
const SYMBOLS = /[^\p{Letter}\p{Mark}\p{Number}]+/gu;

/** Marks that are left over from a symbol that was removed. */
const LEADING_MARKS = /^\p{Mark}+/u;

const MARK = /^\p{Mark}$/u;
/** Signs that the library takes for accents; of letters they are a part of the word (`ー`). */
const ACCENT = /^\p{Diacritic}$/u;

/** Part of a word that has a transliteration as a whole, or none at all. */
interface Run {
  readonly isCovered: boolean;
  text: string;
}

/** A transliteration may hold signs, and marks that nothing is known of. */
const plain = (text: string): string => text.replace(/\p{Mark}+/gu, '').replace(/[^a-z0-9]+/gi, '-');

/** Transliterates all texts in one call: each goes through two thousand replacements. */
const eachTransliterated = (texts: readonly string[]): readonly string[] =>
  transliterate(texts.join('\n')).split('\n');

/** Slug of the title below the parent's path (core.md section 6.5). */
export const slugRouteGenerator: RouteGenerator = {
  previewPath: ({ title, parentPath, record }) => joinPath(parentPath ?? '', segmentOf(title, record.type)),
  routeName: ({ title, record }) => segmentOf(title, record.type),
};

/** Slug of the title, or of the type's name where a title has neither letter nor digit (contract decision 84). */
export const segmentOf = (title: string, type: string): string => slug(title) || slug(spaced(type));

/** `HTMLBlogData` is `HTML Blog Data`. */
const spaced = (name: string): string =>
  name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');

/** A parent at `/` adds nothing. */
function joinPath(parent: string, segment: string): string {
  return `${parent.replace(/\/+$/, '')}/${segment}`;
}

/**
 * Last segment of a path for a title (core.md section 6.5): words of lower-case letters and digits, joined by hyphens. What
 * has a transliteration is ASCII, every other letter stays. Empty for a title without letter or digit.
 */
export function slug(title: string): string {
  const words = title
    .normalize('NFC')
    .replace(INVISIBLE, '')
    // Symbols go before compatible forms are made, because those of some symbols are letters: `™`.
    .replace(SYMBOLS, ' ')
    .normalize('NFKC')
    .split(SYMBOLS)
    .map((word) => word.replace(LEADING_MARKS, ''));
  return inAscii(words.filter((word) => word !== ''))
    .join('-')
    .toLowerCase()
    .normalize('NFC')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '');
}

function inAscii(words: readonly string[]): readonly string[] {
  const covered = coveredAmong(new Set(words.join('')));
  const runs = words.map((word) => runsOf(word, covered));
  const texts = runs.flatMap((all) => all.filter(({ isCovered }) => isCovered).map(({ text }) => text));
  const written = eachTransliterated(texts).map(plain)[Symbol.iterator]();
  return runs.map((all) =>
    all.map(({ isCovered, text }) => (isCovered ? String(written.next().value) : text)).join(''),
  );
}

/** The letters and digits for which there is one in ASCII. */
function coveredAmong(characters: ReadonlySet<string>): ReadonlySet<string> {
  const letters = [...characters].filter((character) => !MARK.test(character) && !ACCENT.test(character));
  const written = eachTransliterated(letters);
  return new Set(letters.filter((_letter, index) => /^\p{ASCII}*$/u.test(written[index] ?? '')));
}

/** A mark belongs to the letter before it. */
function runsOf(word: string, covered: ReadonlySet<string>): readonly Run[] {
  const runs: Run[] = [];
  for (const character of word) {
    const last = runs.at(-1);
    const isCovered = MARK.test(character) ? (last?.isCovered ?? false) : covered.has(character);
    if (last?.isCovered === isCovered) last.text += character;
    else runs.push({ isCovered, text: character });
  }
  return runs;
}
