import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** What a service says of itself: its entrypoint, contexts and documentation, and that it is alive (core.md sections 1.3 and 1.4). */
export const documentation: DeclaredFeature = {
  name: 'documentation',
  load: () => import('./feature.js'),
};
