import type { LetterCase, WildcardPart } from '../../../kernel/contract/database/database.js';

/** Escape character of every `like`; a backslash would need doubling in MySQL literals only. */
export const LIKE_ESCAPE = '!';

/**
 * Builds a pattern for a case-sensitive `like` with {@link LIKE_ESCAPE}. For case-insensitive matches, the
 * database folds it like the text.
 */
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
 * Builds a `glob` pattern. SQLite's `lower` and `like` handle ASCII letters only; character classes of both
 * cases (`[éÉ]`) match any case.
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

/**
 * Returns whether a text is one character. Letters whose length changes with case (`ß`, `SS`) match as
 * written.
 */
function isOneCharacter(text: string): boolean {
  return Array.from(text).length === 1;
}
