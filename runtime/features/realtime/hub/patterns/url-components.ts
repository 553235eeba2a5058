/** The components of a URL for which a URL pattern has a pattern each; those that tell most come first. */
export const COMPONENTS = [
  ...(['hostname', 'pathname', 'search', 'protocol'] as const),
  ...(['port', 'hash', 'username', 'password'] as const),
] as const;
export type ComponentName = (typeof COMPONENTS)[number];
