import { loadedExtensions } from '../../session/loaded-extensions.js';
import { withExtensionBoundary } from '../../ui/extension-boundary.js';
import type { Screen } from '../../ui/screen.js';
import { SCREENS } from '../screens.js';

/** Returns every screen. Those of the project come last. */
export const allScreens = (): readonly Screen[] => [...SCREENS, ...extensionScreens()];

// Created once: a new component at each rendering would lose its state.
const screens: Screen[] = [];

function extensionScreens(): readonly Screen[] {
  if (screens.length === 0)
    for (const { path, label, Page, isFor = () => true } of loadedExtensions().parts.screens ?? [])
      screens.push({
        ...{ path, label, group: 'extensions', isFor },
        Page: withExtensionBoundary(`screens: ${path}`, Page),
      });
  return screens;
}
