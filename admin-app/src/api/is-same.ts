/** Compares two values of a member. Null equals undefined, because documents omit null members. A file only equals itself. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (!(one instanceof Blob) && JSON.stringify(one ?? null) === JSON.stringify(other ?? null));
