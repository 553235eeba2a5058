import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { idempotencyErrors } from './errors.js';
import { idempotencyTable } from './tables.js';

/** Requests that are sent again are carried out once (contract decision 112, ADR 110). */
export const idempotency: DeclaredFeature = {
  name: 'idempotency',
  tables: [idempotencyTable],
  errors: Object.values(idempotencyErrors),
  load: () => import('./feature.js'),
};
