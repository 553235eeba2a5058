import { defineFeatureApi } from '../features/feature-api.js';

/**
 * Parts of a request, other than the session, by which a feature identifies the caller. Requests that have
 * one never receive a response cached for others.
 */
export interface CallerParts {
  readonly cookies: readonly string[];
  /** Header names in lower case. */
  readonly headers: readonly string[];
  /** Query parameter names. */
  readonly parameters: readonly string[];
}

/** Extension point for features that identify callers. */
export const CALLER_PARTS = defineFeatureApi<CallerParts>('caller parts');
