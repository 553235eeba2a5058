import type { WildcardPart } from '../../contract/database.js';

/** Escape character of every `like` in the runtime; a backslash would need doubling in MySQL literals only. */
export const LIKE_ESCAPE = '!';

/** User text as a lower-cased `like` pattern that finds it anywhere. */
export function likePattern(text: string): string {
  return `%${text.toLowerCase().replace(/[%_!]/g, (character) => `${LIKE_ESCAPE}${character}`)}%`;
}

/**
 * User text as a `glob` pattern that finds it anywhere in any case. SQLite's `lower` and `like` know ASCII letters only;
 * a class of both cases per letter (`[éÉ]`) makes them all equal.
 */
export function globPattern(text: string): string {
  return `*${Array.from(text, globCharacter).join('')}*`;
}

function globCharacter(character: string): string {
  if (character === '*' || character === '?' || character === '[') return `[${character}]`;
  const cases = new Set([character.toLowerCase(), character.toUpperCase()].filter(isOneCharacter));
  cases.add(character);
  return cases.size === 1 ? character : `[${[...cases].join('')}]`;
}

/** Some letters change their length with their case (`ß`, `SS`); those match as they are. */
function isOneCharacter(text: string): boolean {
  return Array.from(text).length === 1;
}

/** A pattern for a case-sensitive `like` with {@link LIKE_ESCAPE}. */
export function wildcardLike(parts: readonly WildcardPart[]): string {
  return parts
    .map((part) => {
      if (part === 'any') return '%';
      return part === 'one' ? '_' : part.text.replace(/[%_!]/g, (character) => `${LIKE_ESCAPE}${character}`);
    })
    .join('');
}

/** The same pattern for `glob`, because SQLite's `like` ignores case. */
export function wildcardGlob(parts: readonly WildcardPart[]): string {
  return parts
    .map((part) => {
      if (part === 'any') return '*';
      return part === 'one' ? '?' : part.text.replace(/[*?[]/g, (character) => `[${character}]`);
    })
    .join('');
}
