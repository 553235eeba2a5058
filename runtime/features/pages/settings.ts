import { expression } from '../../kernel/settings/expression.js';
import { group, list, nullable, text } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const PAGES_SETTINGS = defineSettings({
  name: 'Pages',
  members: {
    route_security: list(
      'Routes with restricted read access.',
      group('Access rule.', {
        route: text('Path pattern. * matches any characters.'),
        security: expression('Permission to read the route.'),
      }),
    ),
    routable_security: nullable(
      expression('Permission to read pages without a live route; null for everybody.', { mayBeEmpty: true }),
    ),
  },
});
