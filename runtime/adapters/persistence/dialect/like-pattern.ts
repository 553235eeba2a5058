import type { LetterCase, WildcardPart } from '../../../kernel/contract/database/database.js';

/** Escape character of every `like` in the runtime; a backslash would need doubling in MySQL literals only. */
export const LIKE_ESCAPE = '!';

/** A pattern for a case-sensitive `like` with {@link LIKE_ESCAPE}; in any case the database folds it like the text beside it. */
export function likePattern(parts: readonly WildcardPart[]): string {
  return parts
    .map((part) => {
      if (part === 'any') return '%';
      if (part === 'one') return '_';
      return part.text.replace(/[%_!]/g, (character) => `${LIKE_ESCAPE}${character}`);
    })
    .join('');
}

/**
 * The same for `glob`. SQLite's `lower` and `like` know ASCII letters only; a class of both cases for each letter
 * (`[éÉ]`) makes them all equal.
 */
export function globPattern(parts: readonly WildcardPart[], letters: LetterCase = 'same case'): string {
  return parts
    .map((part) => {
      if (part === 'any') return '*';
      if (part === 'one') return '?';
      const print = letters === 'any case' ? globInAnyCase : globCharacter;
      return Array.from(part.text, print).join('');
    })
    .join('');
}

function globCharacter(character: string): string {
  return character === '*' || character === '?' || character === '[' ? `[${character}]` : character;
}

function globInAnyCase(character: string): string {
  const cases = new Set([character.toLowerCase(), character.toUpperCase()].filter(isOneCharacter));
  cases.add(character);
  return cases.size === 1 ? globCharacter(character) : `[${[...cases].join('')}]`;
}

/** Some letters change their length with their case (`ß`, `SS`); those match as they are. */
function isOneCharacter(text: string): boolean {
  return Array.from(text).length === 1;
}
