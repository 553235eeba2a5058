import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { batchErrors } from './errors.js';
import { GERMAN } from './german.js';

/** Batch requests: several operations stored together (contract decision 111, ADR 110). */
export const batches: DeclaredFeature = {
  name: 'batches',
  messages: { de: GERMAN },
  errors: Object.values(batchErrors),
  load: () => import('./feature.js'),
};
