import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { previewErrors } from './errors.js';
import { PREVIEWS_SETTINGS } from './settings.js';
import { preview } from './resource.js';
import { GERMAN } from './german.js';

/** Links that show a page to visitors before it is public (contract decision 108, ADR 98). */
export const previews: ConfiguredFeature<typeof PREVIEWS_SETTINGS> = {
  name: 'previews',
  messages: { de: GERMAN },
  settings: PREVIEWS_SETTINGS,
  tables: [preview.table],
  errors: Object.values(previewErrors),
  load: () => import('./feature.js'),
};
