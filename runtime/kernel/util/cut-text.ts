const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * The beginning of a text with at most `limit` code points, which is what columns count. It ends between characters as
 * people see them (an emoji of several parts, a letter with its accents), unless one alone is longer than that.
 */
export function cutText(text: string, limit: number): string {
  const codePoints = [...text];
  if (codePoints.length <= limit) return text;
  const longest = codePoints.slice(0, limit).join('');
  const last = GRAPHEMES.segment(text).containing(longest.length);
  const end = last === undefined || last.index === 0 ? longest.length : last.index;
  return text.slice(0, end);
}
