import { CARE_SCREENS } from '../care/screens.js';
import { loadable } from '../parts/loadable.js';
import type { Screen } from './screen.js';

export type { Screen, ScreenGroup } from './screen.js';

export const Pages = loadable(() => import('../pages/pages.js'));

/** Every screen, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    path: 'page-tree',
    label: 'pages.all',
    group: 'pages',
    isFor: ({ types }) => types.some(({ name, may }) => name === 'Page' && may.list),
    Page: Pages,
  },
  ...CARE_SCREENS,
];
