import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';

/** Members computed by project functions (components.md section 11.2). */
export const computedMembers: DeclaredFeature = {
  name: 'computed-members',
  load: () => import('./feature.js'),
};
