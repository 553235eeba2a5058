import type { ConfiguredFeature, DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { draftErrors } from './errors.js';
import { PUBLISHING_SETTINGS } from './settings.js';

/** Decides which row of a pair a request means, and where its edits go. Other rules check the resulting state. */
export const drafts: DeclaredFeature = {
  name: 'drafts',
  errors: Object.values(draftErrors),
  load: () => import('./drafts.js'),
};

/**
 * Drafts and their publication dates (components.md section 2). This feature acts last on a write, because publishing a draft
 * removes the row that was written.
 */
export const publishing: ConfiguredFeature<typeof PUBLISHING_SETTINGS> = {
  name: 'publishing',
  settings: PUBLISHING_SETTINGS,
  load: () => import('./feature.js'),
};
