import { lazy } from 'react';
import { CARE_SCREENS } from '../care/screens.js';
import type { Screen } from './screen.js';

export type { Screen, ScreenGroup } from './screen.js';

/** Every screen, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    path: 'page-tree',
    label: 'pages.all',
    group: 'pages',
    isFor: ({ types }) => types.some(({ name, may }) => name === 'Page' && may.list),
    Page: lazy(() => import('../pages/pages.js')),
  },
  ...CARE_SCREENS,
];
