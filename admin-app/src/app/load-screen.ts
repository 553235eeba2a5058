import { StandardCreate, StandardEdit, StandardList } from '../own/pages.js';
import type { Loadable } from '../parts/loadable.js';
import { firstScreen, type FirstScreen } from './first-screen.js';
import { Pages } from './screens.js';

const FIRST_SCREENS: Readonly<Record<FirstScreen, Loadable>> = {
  ...{ tree: Pages, page: Pages, list: StandardList, edit: StandardEdit, create: StandardCreate },
};

/** Loads the screen that the address leads to, where it is one of those that most addresses lead to. */
export function loadScreen(): Promise<void> | undefined {
  const screen = firstScreen();
  return screen === undefined ? undefined : FIRST_SCREENS[screen].load();
}
