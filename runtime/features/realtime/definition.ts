import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Pushes changes to subscribers of the hub (realtime.md section 2). */
export const realtime: DeclaredFeature = {
  name: 'realtime',
  actsLast: true,
  load: () => import('./feature.js'),
};
