/** Whether two values of a member are the same. Null members are absent from documents; a file is the same as itself only. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (!(one instanceof Blob) && JSON.stringify(one ?? null) === JSON.stringify(other ?? null));
