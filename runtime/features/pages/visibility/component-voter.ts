import type { ItemVoter } from '../../../kernel/contract/operations.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { Visibility } from './visibility.js';

/** Denies a component that has places, none of which the caller may see (the three-way rule of core.md section 9). */
export function createComponentVoter(visibility: Visibility): ItemVoter {
  return {
    name: 'component location',
    appliesTo: ({ kind }) => kind === 'component',
    condition: (context) => visibility.condition('component', context),
    async assertGranted({ id }, _operation, scope) {
      if (!(await visibility.isVisible({ ...scope, subject: 'component', id })))
        throw denied(scope.context.actor, 'Component access denied.');
    },
  };
}
