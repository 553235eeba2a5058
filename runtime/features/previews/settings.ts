import { group, integer } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const PREVIEWS_SETTINGS = defineSettings({
  name: 'Previews',
  members: {
    previews: group('Links that show a page before it is public.', {
      max_days: integer('Days that a link lasts at most.', { default: 30, minimum: 1, maximum: 3650 }),
    }),
  },
});
