import { isLongerThan } from './code-points.js';

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Truncates a text to `limit` code points, the unit of column lengths. Graphemes (an emoji of several parts,
 * a letter with accents) are kept whole, unless one alone is longer.
 */
export function cutText(text: string, limit: number): string {
  if (!isLongerThan(text, limit)) return text;
  const longest = [...text.slice(0, 2 * limit)].slice(0, limit).join('');
  const last = GRAPHEMES.segment(text).containing(longest.length);
  const end = last === undefined || last.index === 0 ? longest.length : last.index;
  return text.slice(0, end);
}
