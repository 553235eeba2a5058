import type { ItemVoter } from '../../../kernel/contract/operations.js';
import type { Reach } from './reach.js';

/** Pages and page data under `routable_security` and behind their routes (core.md section 5.3). */
export function createRoutableVoters(reach: Reach): readonly ItemVoter[] {
  return (['page', 'page_data'] as const).map((subject) => ({
    name: `routable ${subject}`,
    appliesTo: ({ name, kind }) => (subject === 'page' ? name === 'Page' : kind === 'page_data'),
    condition: (context) => reach.condition(subject, context),
    assertGranted: ({ id }, _operation, scope) => reach.assertRoutable({ ...scope, subject, id }),
  }));
}
