import { flag, group } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const COLLECTIONS_SETTINGS = defineSettings({
  name: 'Collections',
  members: {
    enabled_components: group('Built-in component types to enable.', {
      collection: flag('Enables the Collection component.', true),
    }),
  },
});
