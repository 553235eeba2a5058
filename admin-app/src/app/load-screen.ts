import { StandardCreate, StandardEdit, StandardList } from './extensions/type-pages.js';
import type { Loadable } from '../ui/loadable.js';
import { firstScreen, type FirstScreen } from '../api/first-screen.js';
import { Pages } from './screens.js';

const FIRST_SCREENS: Readonly<Record<FirstScreen, Loadable>> = {
  ...{ tree: Pages, page: Pages, list: StandardList, edit: StandardEdit, create: StandardCreate },
};

/** Loads the screen for the current address, if it is one of the preloaded screens. */
export function loadScreen(): Promise<void> | undefined {
  const screen = firstScreen();
  return screen === undefined ? undefined : FIRST_SCREENS[screen].load();
}
