import type { DeclaredFeature } from '../../kernel/contract/declared-feature.js';
import { uploadErrors } from './errors.js';
import { uploadTables } from './tables.js';

/** Stored files: in bodies, in requests of their own, and on their way back (components.md section 4). */
export const uploads: DeclaredFeature = {
  name: 'uploads',
  tables: uploadTables,
  errors: Object.values(uploadErrors),
  load: () => import('./feature.js'),
};
