import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Shared caches drop what a write makes stale (core.md sections 1.7 and 1.8). */
export const httpCache: DeclaredFeature = {
  name: 'http-cache',
  actsLast: true,
  load: () => import('./feature.js'),
};
