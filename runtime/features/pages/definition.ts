import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { layout } from './model/layout.js';
import { page } from './model/page.js';
import { route } from './model/route.js';
import { reachTables } from './model/tables.js';
import { PAGES_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** Pages, their routes and dates, and the visibility of their content (core.md sections 5, 6, 9 and 15). */
export const pages: ConfiguredFeature<typeof PAGES_SETTINGS> = {
  name: 'routes',
  messages: { de: GERMAN },
  settings: PAGES_SETTINGS,
  resources: [route, layout, page],
  tables: reachTables,
  load: () => import('./feature.js'),
};
