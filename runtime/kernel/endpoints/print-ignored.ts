import { isLongerThan } from '../util/text/code-points.js';

/** Limits that keep the header small. Longer names and lists are not typing mistakes. */
const LONGEST_NAME = 60;
const MOST_NAMES = 20;
const LONGEST_TEXT = 1000;

/**
 * Prints client-supplied names in a form that is safe in a header and in a log line: `titel,
 * ?order[x%0D%0A]`.
 */
export function printIgnored(names: readonly string[]): string {
  let text = '';
  for (const [index, name] of names.entries()) {
    const next = index === 0 ? encodeName(name) : `${text}, ${encodeName(name)}`;
    if (index === MOST_NAMES || next.length > LONGEST_TEXT) return `${text}, ...`;
    text = next;
  }
  return text;
}

function encodeName(name: string): string {
  const characters = [...name.slice(0, 2 * LONGEST_NAME)].slice(0, LONGEST_NAME);
  const shown = characters.map((character) => (PLAIN.test(character) ? character : percent(character)));
  return shown.join('') + (isLongerThan(name, LONGEST_NAME) ? '...' : '');
}

const PLAIN = /^[\w.@?:/[\]$-]$/;

/** Encodes bytes; `encodeURIComponent` would throw for an unpaired surrogate. */
function percent(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
