import { CARE_PANELS } from '../care/screens.js';
import type { Panel } from './panel.js';

export type { Panel, PanelProps } from './panel.js';

/** Every panel, in the order in which they stand. */
export const PANELS: readonly Panel[] = [...CARE_PANELS];
