import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { idempotencyErrors } from './errors.js';
import { idempotencyTable } from './tables.js';

/** Idempotency keys: a repeated request runs once (contract decision 112, ADR 110). */
export const idempotency: DeclaredFeature = {
  name: 'idempotency',
  tables: [idempotencyTable],
  errors: Object.values(idempotencyErrors),
  load: () => import('./feature.js'),
};
