import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { uploadErrors } from './errors.js';
import { uploadTables } from './tables.js';
import { UPLOADS_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** Stored files: in bodies, in separate requests, and as downloads (components.md section 4). */
export const uploads: ConfiguredFeature<typeof UPLOADS_SETTINGS> = {
  name: 'uploads',
  messages: { de: GERMAN },
  settings: UPLOADS_SETTINGS,
  tables: uploadTables,
  errors: Object.values(uploadErrors),
  load: () => import('./feature.js'),
};
