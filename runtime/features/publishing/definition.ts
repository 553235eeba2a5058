import type { ConfiguredFeature, DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { draftErrors } from './errors.js';
import { PUBLISHING_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/**
 * Drafts are two features, because features act in the order of their list and a write needs both ends of it.
 * `drafts` runs before all other rules. It decides which row of a pair a request means and where its edits go, so
 * that other rules check the resulting state.
 */
export const drafts: DeclaredFeature = {
  name: 'drafts',
  messages: { de: GERMAN },
  errors: Object.values(draftErrors),
  load: () => import('./drafts.js'),
};

/**
 * `publishing` applies the publication dates (components.md section 2). It runs after the features whose rules
 * inspect the written row, because publishing a draft removes it.
 */
export const publishing: ConfiguredFeature<typeof PUBLISHING_SETTINGS> = {
  name: 'publishing',
  settings: PUBLISHING_SETTINGS,
  load: () => import('./feature.js'),
};
