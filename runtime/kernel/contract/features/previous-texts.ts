import { defineFeatureApi } from './feature-api.js';

/** A revision whose texts a preview shows instead of the current ones. */
export interface PreviousTexts {
  readonly revision: number;
  /** Returns whether the creator of the preview may read previous states of a type. */
  mayShow(type: string): boolean;
}

/** The stored revisions. */
export interface PreviousStates {
  has(revision: number): Promise<boolean>;
}

/** Extension point for the feature that stores revisions. */
export const PREVIOUS_STATES = defineFeatureApi<PreviousStates>('previous states');
