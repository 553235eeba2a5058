import { flag, group } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const FORMS_SETTINGS = defineSettings({
  name: 'Forms',
  members: {
    enabled_components: group('Built-in component types to enable.', {
      form: flag('Enables the Form component.', true),
    }),
  },
});
