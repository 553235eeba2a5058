import { FEATURES } from 'cms-api-components/internal/features.js';
import type { DeclaredFeature } from 'cms-api-components/internal/kernel/contract/features/declared-feature.js';

/** Whether a feature of this service serves admin extensions. */
export const servesOwnAdmin: boolean = FEATURES.some(
  (feature: DeclaredFeature) => feature.servesOwnAdmin === true,
);
