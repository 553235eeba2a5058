import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { HTML_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** Cleans the HTML of members on writes (ADR 139). */
export const html: ConfiguredFeature<typeof HTML_SETTINGS> = {
  name: 'html',
  messages: { de: GERMAN },
  settings: HTML_SETTINGS,
  load: () => import('./feature.js'),
};
