/** What a URL pattern says of a URL, one pattern each; those that tell most come first. */
export const COMPONENTS = [
  ...(['hostname', 'pathname', 'search', 'protocol'] as const),
  ...(['port', 'hash', 'username', 'password'] as const),
] as const;
export type ComponentName = (typeof COMPONENTS)[number];
