import { isLongerThan } from './code-points.js';

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The beginning of a text with at most `limit` code points, which is what columns count. It ends between characters as
 * people see them (an emoji of several parts, a letter with its accents), unless one alone is longer than that.
 */
export function cutText(text: string, limit: number): string {
  if (!isLongerThan(text, limit)) return text;
  const longest = [...text.slice(0, 2 * limit)].slice(0, limit).join('');
  const last = GRAPHEMES.segment(text).containing(longest.length);
  const end = last === undefined || last.index === 0 ? longest.length : last.index;
  return text.slice(0, end);
}
