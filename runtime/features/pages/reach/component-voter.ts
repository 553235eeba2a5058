import type { ItemVoter } from '../../../kernel/contract/operations.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { Reach } from './reach.js';

/** The three-way rule: denied when the component stands somewhere, but nowhere within reach (core.md section 9). */
export function createComponentVoter(reach: Reach): ItemVoter {
  return {
    name: 'component location',
    appliesTo: ({ kind }) => kind === 'component',
    async assertGranted({ id }, _operation, { context, session }) {
      if (!(await reach.isReached({ subject: 'component', id, context, session })))
        throw denied(context.actor, 'Component access denied.');
    },
  };
}
