/** Counts the code points of a text, the unit of column lengths, without copying it. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.codePointAt(index) ?? 0) > LARGEST_UNIT) index += 1;
    count += 1;
  }
  return count;
}

/** Returns whether a text has more than `limit` code points. Much longer texts are not scanned. */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || countCodePoints(text) > limit);

const LARGEST_UNIT = 0xffff;
