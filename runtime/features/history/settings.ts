import type { ConfigOf } from '../../kernel/settings/config.js';
import { group, integer } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const HISTORY_SETTINGS = defineSettings({
  name: 'History',
  members: {
    history: group('What was changed, by whom, and what it was before (docs/how-to/history.md).', {
      keep: group('How much of it is kept.', {
        days: integer('Days for which a change is kept; 0 records none.', {
          minimum: 0,
          maximum: 36_500,
          default: 365,
        }),
        per_record: integer('Changes of one record that are kept, the newest; 0 for no limit.', {
          minimum: 0,
          default: 100,
        }),
      }),
    }),
  },
});

export type HistoryConfig = ConfigOf<typeof HISTORY_SETTINGS>;
