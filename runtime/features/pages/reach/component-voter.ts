import type { ItemVoter } from '../../../kernel/contract/operations.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { Reach } from './reach.js';

/** The three-way rule: denied when the component stands somewhere, but nowhere within reach (core.md section 9). */
export function createComponentVoter(reach: Reach): ItemVoter {
  return {
    name: 'component location',
    appliesTo: ({ kind }) => kind === 'component',
    condition: (context) => reach.condition('component', context),
    async assertGranted({ id }, _operation, scope) {
      if (!(await reach.isReached({ ...scope, subject: 'component', id })))
        throw denied(scope.context.actor, 'Component access denied.');
    },
  };
}
