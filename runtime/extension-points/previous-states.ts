import { defineFeatureApi } from '../kernel/contract/features/feature-api.js';

/** The stored revisions. */
export interface PreviousStates {
  has(revision: number): Promise<boolean>;
}

/** Extension point for the feature that stores revisions. */
export const PREVIOUS_STATES = defineFeatureApi<PreviousStates>('previous states');
