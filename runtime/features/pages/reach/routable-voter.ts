import type { ItemVoter } from '../../../kernel/contract/operations.js';
import type { Reach } from './reach.js';

/** Pages and page data under `routable_security` and behind their routes (core.md section 5.3). */
export function createRoutableVoter(reach: Reach): ItemVoter {
  return {
    name: 'routable',
    appliesTo: ({ name, kind }) => name === 'Page' || kind === 'page_data',
    assertGranted: ({ type, id }, _operation, { context, session }) =>
      reach.assertRoutable({ subject: type === 'Page' ? 'page' : 'page_data', id, context, session }),
  };
}
