import type { ItemVoter } from '../../../kernel/contract/records/operations.js';
import { denied } from '../../../kernel/errors/catalog.js';
import type { AccessOf } from './caller-access.js';
import type { Visibility } from './visibility.js';

/** Denies a component if the caller may see none of its places (the three-way rule of core.md section 9). */
export function createComponentVoter(visibility: Visibility): ItemVoter {
  return {
    appliesTo: ({ kind }) => kind === 'component',
    condition: (context) => visibility.condition('component', context),
    async assertGranted({ id }, _operation, scope) {
      if (!(await visibility.isVisible({ ...scope, subject: 'component', id })))
        throw denied(scope.context.actor, 'Component access denied.');
    },
  };
}

/** Authorizes pages and page data by `routable_security` and their routes (core.md section 5.3). */
export function createRoutableVoters(visibility: Visibility, accessOf: AccessOf): readonly ItemVoter[] {
  return (['page', 'page_data'] as const).map((subject) => ({
    appliesTo: ({ name, kind }) => (subject === 'page' ? name === 'Page' : kind === 'page_data'),
    condition: (context) => visibility.condition(subject, context),
    assertGranted: ({ id }, _operation, scope) => visibility.assertRoutable({ ...scope, subject, id }),
    // Contract decision 43.
    assertMayCreate(_resource, context) {
      if (accessOf(context).routable === 'refused') throw denied(context.actor);
    },
  }));
}
