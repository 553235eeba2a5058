/** Whether two values of a member are the same. A file is the same as itself only, as nothing else tells its content. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (!(one instanceof Blob) && JSON.stringify(one ?? null) === JSON.stringify(other ?? null));
