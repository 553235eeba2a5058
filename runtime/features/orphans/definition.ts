import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { orphanTables } from './tables.js';

/** What of a site leads nowhere, records and files: reports of it, and its deletion (core.md sections 14.1 and 14.2). */
export const orphans: DeclaredFeature = {
  name: 'orphans',
  actsLast: true,
  tables: orphanTables,
  load: () => import('./feature.js'),
};
