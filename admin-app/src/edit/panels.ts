import { lazy } from 'react';
import { CARE_PANELS } from '../care/screens.js';
import type { Panel } from './panel.js';

export type { Panel, PanelProps } from './panel.js';

/** Every panel, in the order in which they stand. */
export const PANELS: readonly Panel[] = [
  {
    name: 'comparison',
    label: 'content.publishing.compare',
    isFor: ({ publishable, may }) => publishable !== null && may.publish,
    Content: lazy(() => import('../publishing/comparison-panel.js')),
  },
  ...CARE_PANELS,
];
