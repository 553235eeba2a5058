import type { DeclaredFeature } from 'cms-api-components';
import { hitErrors } from './errors.js';
import { pageHitTable } from './tables.js';

export const hits: DeclaredFeature = {
  name: 'hits',
  tables: [pageHitTable],
  commands: [{ name: 'hits:report', summary: 'Print how often each page was hit.', flags: {} }],
  errors: Object.values(hitErrors),
  load: () => import('./feature.js'),
};
