import { group, integer } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const PREVIEWS_SETTINGS = defineSettings({
  name: 'Previews',
  members: {
    previews: group('Preview links to unpublished pages.', {
      max_days: integer('Maximum lifetime of a preview link, in days.', {
        default: 30,
        minimum: 1,
        maximum: 3650,
      }),
    }),
  },
});
