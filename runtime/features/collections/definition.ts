import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { collection } from './resource.js';
import { COLLECTIONS_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** The Collection component: a list of records that is placed like a component (components.md section 3). */
export const collections: ConfiguredFeature<typeof COLLECTIONS_SETTINGS> = {
  name: 'collections',
  messages: { de: GERMAN },
  settings: COLLECTIONS_SETTINGS,
  resources: [collection],
  enabledBy: 'collection',
  load: () => import('./feature.js'),
};
