import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Decides which row of a pair a request means, and where its edits go. Other rules check the resulting state. */
export const drafts: DeclaredFeature = {
  name: 'drafts',
  load: () => import('./drafts.js'),
};

/**
 * What a date does to drafts (components.md section 2). It is the last to act on a write, because publishing a draft removes the
 * row that was written.
 */
export const publishing: DeclaredFeature = { name: 'publishing', load: () => import('./feature.js') };
