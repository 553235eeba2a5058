import { expression } from '../../kernel/settings/expression.js';
import { flag, group } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const PUBLISHING_SETTINGS = defineSettings({
  name: 'Publishing',
  members: {
    publishable: group('Drafts.', { permission: expression('Permission to read and write drafts.') }),
    schedule: group('Scheduled jobs.', {
      publications: flag(
        'Processes due publication and expiry dates on time, with notifications and cache purges. If disabled, the next request processes them.',
        true,
      ),
    }),
  },
});
