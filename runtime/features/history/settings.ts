import type { ConfigOf } from '../../kernel/settings/config.js';
import { group, integer } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const HISTORY_SETTINGS = defineSettings({
  name: 'History',
  members: {
    history: group('Revision history of records (docs/how-to/history.md).', {
      keep: group('Retention of the history.', {
        days: integer('Retention of a change, in days; 0 disables the history.', {
          minimum: 0,
          maximum: 36_500,
          default: 365,
        }),
        per_record: integer(
          'Maximum number of stored changes per record; 0 for no limit. The oldest changes are deleted first.',
          {
            minimum: 0,
            default: 100,
          },
        ),
      }),
    }),
  },
});

export type HistoryConfig = ConfigOf<typeof HISTORY_SETTINGS>;
