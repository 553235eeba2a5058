import type { ConfiguredFeature } from '../../kernel/contract/features/declared-feature.js';
import { orphanTables } from './tables.js';
import { ORPHANS_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** Reports and deletion of orphaned records and files (core.md sections 14.1 and 14.2). */
export const orphans: ConfiguredFeature<typeof ORPHANS_SETTINGS> = {
  name: 'orphans',
  messages: { de: GERMAN },
  settings: ORPHANS_SETTINGS,
  actsLast: true,
  tables: orphanTables,
  commands: [
    {
      name: 'scan-orphaned',
      summary: 'Report orphaned components, groups and positions.',
      description:
        'Replaces the stored report, and notifies the recipients in orphaned_resources.notify if it has changed. Deletes nothing. Exits with 0.',
      aliases: ['clean-orphaned'],
      hiddenAliases: ['cms:api-components:scan-orphaned', 'cms:api-components:clean-orphaned'],
      examples: ['', '--no-notify -v'],
      flags: {
        notify: {
          type: 'boolean',
          summary: 'Send a notification if the report has changed.',
          default: true,
          allowNo: true,
        },
      },
    },
    {
      name: 'scan-orphaned-files',
      summary: 'Report orphaned, missing and invalid files.',
      description:
        'Compares every file of the filesystems in use with the records, and validates it by the rules of its field. Replaces the stored report. Deletes nothing and sends no email. Exits with 0.',
      hiddenAliases: ['cms:api-components:scan-orphaned-files'],
      examples: ['', '-v'],
      flags: {},
    },
  ],
  load: () => import('./feature.js'),
};
