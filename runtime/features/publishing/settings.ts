import { expression } from '../../kernel/settings/expression.js';
import { flag, group } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const PUBLISHING_SETTINGS = defineSettings({
  name: 'Publishing',
  members: {
    publishable: group('Drafts.', { permission: expression('Who sees and writes drafts.') }),
    schedule: group('Recurring work.', {
      publications: flag(
        'Whether serving processes tell of dates that make something public while nobody writes or reads.',
        true,
      ),
    }),
  },
});
