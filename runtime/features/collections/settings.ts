import { flag, group } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const COLLECTIONS_SETTINGS = defineSettings({
  name: 'Collections',
  members: {
    enabled_components: group('Built-in component types.', {
      collection: flag('The Collection component.', true),
    }),
  },
});
