import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Stored files: in bodies, in requests of their own, and on their way back (components.md section 4). */
export const uploads: DeclaredFeature = {
  name: 'uploads',
  load: () => import('./feature.js'),
};
