import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { FindPreviousWriters } from './previous-writers.js';
import type { Publication } from './publication.js';
import type { Publishable } from './publishable.js';

/** Provides drafts to later features: permissions, and parts of their reads and writes. */
export const DRAFTS = defineFeatureApi<Drafts>('drafts');

export interface Drafts extends Publishable {
  readonly publication: Publication;
  readonly findPreviousWriters: FindPreviousWriters;
}

export { duePairOf, type Places } from './draft-states.js';
export type { DuePair } from './due-memory.js';
export type { PreviousWriters } from './previous-writers.js';
export type { ExpectUpdate } from './expect-update.js';
export type { Publication } from './publication.js';
export { PUBLISHING_SETTINGS } from './settings.js';
