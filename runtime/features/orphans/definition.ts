import type { ConfiguredFeature } from '../../kernel/contract/declared-feature.js';
import { orphanTables } from './tables.js';
import { ORPHANS_SETTINGS } from './settings.js';
import { GERMAN } from './german.js';

/** Orphans: records and files of a site that lead nowhere, their reports and their deletion (core.md sections 14.1 and 14.2). */
export const orphans: ConfiguredFeature<typeof ORPHANS_SETTINGS> = {
  name: 'orphans',
  messages: { de: GERMAN },
  settings: ORPHANS_SETTINGS,
  actsLast: true,
  tables: orphanTables,
  commands: [
    {
      name: 'scan-orphaned',
      summary: 'Report components, groups and positions that lead nowhere.',
      description:
        'Stores the report in the place of the one before and tells the recipients of orphaned_resources.notify when it has changed. Deletes nothing. Exits 0.',
      aliases: ['clean-orphaned'],
      hiddenAliases: ['cms:api-components:scan-orphaned', 'cms:api-components:clean-orphaned'],
      examples: ['', '--no-notify -v'],
      flags: {
        notify: {
          type: 'boolean',
          summary: 'Send the alert when the report has changed.',
          default: true,
          allowNo: true,
        },
      },
    },
    {
      name: 'scan-orphaned-files',
      summary:
        'Report files that no record holds, files that are missing, and those that break the rules of their fields.',
      description:
        'Looks at every file of the filesystems in use and stores the report in the place of the one before. Deletes nothing, and sends no mail. Exits 0.',
      hiddenAliases: ['cms:api-components:scan-orphaned-files'],
      examples: ['', '-v'],
      flags: {},
    },
  ],
  load: () => import('./feature.js'),
};
