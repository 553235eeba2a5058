import { defineDoor } from '../../kernel/contract/features/door.js';
import type { FindFormerWriters } from './former-writers.js';
import type { Publication } from './publication.js';
import type { Publishable } from './publishable.js';

/** Provides drafts to later features: permissions, and parts of their reads and writes. */
export const DRAFTS = defineDoor<Drafts>('drafts');

export interface Drafts extends Publishable {
  readonly publication: Publication;
  readonly findFormerWriters: FindFormerWriters;
}

export { duePairOf, type Places } from './draft-states.js';
export type { DuePair } from './due-memory.js';
export type { FormerWriters } from './former-writers.js';
export type { ExpectUpdate } from './expect-update.js';
export type { Publication } from './publication.js';
export { PUBLISHING_SETTINGS } from './settings.js';
