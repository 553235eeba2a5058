import { registerPanels } from '../form/panels.js';
import { registerInput } from '../form/registered-inputs.js';
import {
  ADMINISTRATION_INPUTS,
  ADMINISTRATION_PANELS,
  ADMINISTRATION_SCREENS,
} from '../screens/administration/administration-screens.js';
import { loadable } from '../ui/loadable.js';
import type { Screen } from '../ui/screen.js';

export const Pages = loadable(() => import('../screens/pages/pages.js'));

/** Every screen, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    path: 'page-tree',
    label: 'pages.all',
    group: 'pages',
    isFor: ({ types }) => types.some(({ name, may }) => name === 'Page' && may.list),
    Page: Pages,
  },
  ...ADMINISTRATION_SCREENS,
];

registerPanels(ADMINISTRATION_PANELS);
for (const [name, Input] of Object.entries(ADMINISTRATION_INPUTS)) registerInput(name, Input);
