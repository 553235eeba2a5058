import { group, integer } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const ACCESS_TOKENS_SETTINGS = defineSettings({
  name: 'Access tokens',
  members: {
    access_tokens: group('Access tokens.', {
      throttle: integer(
        'Maximum number of requests per minute for each access token, across all processes.',
        {
          default: 600,
          minimum: 1,
          maximum: 1_000_000,
        },
      ),
    }),
  },
});
