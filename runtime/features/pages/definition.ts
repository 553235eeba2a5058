import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';

/** Pages, their addresses and dates, and who reaches what stands on them (core.md sections 5, 6, 9 and 15). */
export const pages: DeclaredFeature = { name: 'routes', load: () => import('./feature.js') };
