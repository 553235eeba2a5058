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
  commands: [
    {
      name: 'history',
      summary: 'Print who changed what, the newest first.',
      description: 'The newest 30 changes of the site, or those of one record.',
      examples: ['', '/api/_/pages/0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab'],
      args: { iri: { summary: 'The IRI of a record; the whole site without it.' } },
    },
    {
      name: 'history:undo',
      summary: 'Take back all that one revision changed.',
      description:
        'What was changed since is listed, and nothing is taken back then. The numbers are those of `cms history`.',
      examples: ['42'],
      args: { number: { summary: 'The number of the revision.' } },
    },
  ],
  load: () => import('./feature.js'),
};
