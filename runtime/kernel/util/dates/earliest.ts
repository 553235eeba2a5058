/** The earlier of two moments; undefined means never. */
export function earliest(left: Date | undefined, right: Date | undefined): Date | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}
