import { FEATURES } from 'cms-api-components/internal/features.js';
import type { DeclaredFeature } from 'cms-api-components/internal/kernel/contract/features/declared-feature.js';

/** Whether a feature of this service serves the parts of the admin that a project has of its own. */
export const servesOwnAdmin: boolean = FEATURES.some(
  (feature: DeclaredFeature) => feature.servesOwnAdmin === true,
);
