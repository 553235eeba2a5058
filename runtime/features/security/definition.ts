import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';

/** The `x-security` rules of types: who may create, list, read, update and delete records. */
export const security: DeclaredFeature = {
  name: 'security',
  load: () => import('./feature.js'),
};
