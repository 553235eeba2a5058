import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Groups, the positions in them, and the components that these hold (core.md sections 7 to 9). */
export const placement: DeclaredFeature = {
  name: 'placement',
  load: () => import('./feature.js'),
};
