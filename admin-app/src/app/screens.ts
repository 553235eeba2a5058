import { CARE_SCREENS } from '../care/screens.js';
import type { Screen } from './screen.js';

export type { Screen, ScreenGroup } from './screen.js';

/** Every screen, in the order of the menu. */
export const SCREENS: readonly Screen[] = [...CARE_SCREENS];
