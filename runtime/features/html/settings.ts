import { flag, group } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const HTML_SETTINGS = defineSettings({
  name: 'HTML',
  members: {
    html: group('HTML in texts of records.', {
      sanitize: flag(
        'Remove what the allowlist does not name from the HTML of every write (docs/how-to/html.md). New projects switch it on.',
        false,
      ),
    }),
  },
});
