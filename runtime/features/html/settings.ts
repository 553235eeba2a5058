import { flag, group } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const HTML_SETTINGS = defineSettings({
  name: 'HTML',
  members: {
    html: group('HTML in text members of records.', {
      sanitize: flag(
        'Removes elements and attributes that are not on the allowlist from submitted HTML (docs/how-to/html.md). Enabled in new projects.',
        false,
      ),
    }),
  },
});
