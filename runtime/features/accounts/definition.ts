import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Users, their sessions and the mails about them (accounts.md sections 2 to 7). */
export const accounts: DeclaredFeature = {
  name: 'accounts',
  load: () => import('./feature.js'),
};
