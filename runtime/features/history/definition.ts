import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { historyErrors } from './errors.js';
import { HISTORY_SETTINGS } from './settings.js';
import { historyTables } from './tables.js';

/** History of changes: who changed what and why, with previous states (ADR 95). */
export const history: ConfiguredFeature<typeof HISTORY_SETTINGS> = {
  name: 'history',
  settings: HISTORY_SETTINGS,
  actsLast: true,
  tables: historyTables,
  errors: Object.values(historyErrors),
  commands: [
    {
      name: 'history',
      summary: 'List changes, newest first.',
      description: 'Lists the newest 30 changes of the site or of one record, with their authors.',
      examples: ['', '/api/_/pages/0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab'],
      args: { iri: { summary: 'IRI of a record. Default: the whole site.' } },
    },
    {
      name: 'history:undo',
      summary: 'Undo a revision.',
      description:
        'Reverts all changes of a revision. If some of its records have changed since, lists them and changes nothing. `cms history` prints the revision numbers.',
      examples: ['42'],
      args: { number: { summary: 'Number of the revision.' } },
    },
  ],
  load: () => import('./feature.js'),
};
