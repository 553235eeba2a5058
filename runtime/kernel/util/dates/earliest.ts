/** Returns the earlier of two times; undefined means never. */
export function earliest(left: Date | undefined, right: Date | undefined): Date | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}
