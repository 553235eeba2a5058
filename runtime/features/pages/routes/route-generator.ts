import transliterate from '@sindresorhus/transliterate';
import type { RouteGenerator } from '../../../kernel/contract/features/extensions.js';

/** Invisible characters: joiners, soft hyphens, writing directions and emoji variants. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The library transliterates some symbols (`&`, `♥`, `€`) into words and drops others, so symbols are removed first
 * (contract decision 62).
 */
const SYMBOLS = /[^\p{Letter}\p{Mark}\p{Number}]+/gu;

/** Combining marks that remain after their symbol was removed. */
const LEADING_MARKS = /^\p{Mark}+/u;

const MARK = /^\p{Mark}$/u;
/** Characters that the library treats as accents although they belong to the word (`ー`). */
const ACCENT = /^\p{Diacritic}$/u;

/** Part of a word that is either fully transliterable or not at all. */
interface Run {
  readonly isCovered: boolean;
  text: string;
}

/** Removes characters that a transliteration may leave: punctuation, and unknown combining marks. */
const plain = (text: string): string => text.replace(/\p{Mark}+/gu, '').replace(/[^a-z0-9]+/gi, '-');

/** Transliterates all texts in one call, because each call applies two thousand replacements. */
const eachTransliterated = (texts: readonly string[]): readonly string[] =>
  transliterate(texts.join('\n')).split('\n');

/** Generates the path: a slug of the title below the parent's path (core.md section 6.5). */
export const slugRouteGenerator: RouteGenerator = {
  previewPath: ({ title, parentPath, record }) => joinPath(parentPath ?? '', segmentOf(title, record.type)),
  routeName: ({ title, record }) => segmentOf(title, record.type),
};

/**
 * Returns a slug of the title, or of the type's name if the title has neither letters nor digits (contract decision
 * 84).
 */
export const segmentOf = (title: string, type: string): string => slug(title) || slug(spaced(type));

/** Splits a type's name into words: `HTMLBlogData` becomes `HTML Blog Data`. */
const spaced = (name: string): string =>
  name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');

/** Joins a segment to its parent's path; `/` adds no prefix. */
function joinPath(parent: string, segment: string): string {
  return `${parent.replace(/\/+$/, '')}/${segment}`;
}

/**
 * Returns the last path segment for a title (core.md section 6.5): lower-case words of letters and digits, joined by
 * hyphens. Characters with a transliteration become ASCII; other letters are kept. Empty for a title without letters
 * and digits.
 */
export function slug(title: string): string {
  const words = title
    .normalize('NFC')
    .replace(INVISIBLE, '')
    // Symbols are removed before compatibility normalization, which turns some into letters: `™`.
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

/** Returns the letters and digits that have an ASCII transliteration. */
function coveredAmong(characters: ReadonlySet<string>): ReadonlySet<string> {
  const letters = [...characters].filter((character) => !MARK.test(character) && !ACCENT.test(character));
  const written = eachTransliterated(letters);
  return new Set(letters.filter((_letter, index) => /^\p{ASCII}*$/u.test(written[index] ?? '')));
}

/** Splits a word into runs. A combining mark belongs to the letter before it. */
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
