import { group, integer } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const ACCESS_TOKENS_SETTINGS = defineSettings({
  name: 'Access tokens',
  members: {
    access_tokens: group('Tokens of machines.', {
      throttle: integer('Requests that one token may make in a minute, over all processes.', {
        default: 600,
        minimum: 1,
        maximum: 1_000_000,
      }),
    }),
  },
});
