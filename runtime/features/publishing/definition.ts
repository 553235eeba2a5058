import type { ConfiguredFeature, DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import { draftErrors } from './errors.js';
import { PUBLISHING_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/**
 * Drafts are two features, because the list of features is the order in which they act, and a write needs both ends of it:
 * `drafts` decides before all other rules which row of a pair a request means and where its edits go, so that they check the
 * resulting state.
 */
export const drafts: DeclaredFeature = {
  name: 'drafts',
  messages: { de: GERMAN },
  errors: Object.values(draftErrors),
  load: () => import('./drafts.js'),
};

/**
 * `publishing` follows the publication dates (components.md section 2). It stands behind the features whose rules look at the row
 * that was written, because publishing a draft removes it.
 */
export const publishing: ConfiguredFeature<typeof PUBLISHING_SETTINGS> = {
  name: 'publishing',
  settings: PUBLISHING_SETTINGS,
  load: () => import('./feature.js'),
};
