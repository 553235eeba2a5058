import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { duplicationErrors } from './errors.js';

/** Duplicates records, and pages with their content (contract decision 113, ADR 110). */
export const duplication: DeclaredFeature = {
  name: 'duplication',
  errors: Object.values(duplicationErrors),
  load: () => import('./feature.js'),
};
