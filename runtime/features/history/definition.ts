import type { ConfiguredFeature } from '../../kernel/contract/declared-feature.js';
import { historyErrors } from './errors.js';
import { HISTORY_SETTINGS } from './settings.js';
import { historyTables } from './tables.js';

/** What was changed, by whom and why, and what it was before (ADR 95). */
export const history: ConfiguredFeature<typeof HISTORY_SETTINGS> = {
  name: 'history',
  settings: HISTORY_SETTINGS,
  actsLast: true,
  tables: historyTables,
  errors: Object.values(historyErrors),
  load: () => import('./feature.js'),
};
