import type { ItemVoter } from '../../../kernel/contract/operations.js';
import type { Visibility } from './visibility.js';

/** Pages and page data under `routable_security` and behind their routes (core.md section 5.3). */
export function createRoutableVoters(visibility: Visibility): readonly ItemVoter[] {
  return (['page', 'page_data'] as const).map((subject) => ({
    name: `routable ${subject}`,
    appliesTo: ({ name, kind }) => (subject === 'page' ? name === 'Page' : kind === 'page_data'),
    condition: (context) => visibility.condition(subject, context),
    assertGranted: ({ id }, _operation, scope) => visibility.assertRoutable({ ...scope, subject, id }),
  }));
}
