/** URL components with a pattern each, most selective first. */
export const COMPONENTS = [
  ...(['hostname', 'pathname', 'search', 'protocol'] as const),
  ...(['port', 'hash', 'username', 'password'] as const),
] as const;
export type ComponentName = (typeof COMPONENTS)[number];
