import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { adminErrors } from './errors.js';

/** The admin: a browser application, and what it is told of the types and of its caller's rights (contract decision 117, ADR 116). */
export const admin: DeclaredFeature = {
  name: 'admin',
  servesOwnAdmin: true,
  errors: Object.values(adminErrors),
  load: () => import('./feature.js'),
};
