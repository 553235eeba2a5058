import { expression } from '../../kernel/settings/expression.js';
import { group, list, nullable, text } from '../../kernel/settings/setting.js';
import { defineSettings } from '../../kernel/settings/settings.js';

export const PAGES_SETTINGS = defineSettings({
  name: 'Pages',
  members: {
    route_security: list(
      'Routes only some may read.',
      group('One rule.', {
        route: text('Path pattern; * stands for anything.'),
        security: expression('Who may read it.'),
      }),
    ),
    routable_security: nullable(
      expression('Who may read pages without a live route; null for everybody.', { mayBeEmpty: true }),
    ),
  },
});
