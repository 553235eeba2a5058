import { lazy, type ComponentType } from 'react';
import { loadedExtensions } from '../session/loaded-extensions.js';
import { withExtensionBoundary } from '../ui/extension-boundary.js';
import type { Panel, PanelProps } from './panel.js';

const COMPARISON: Panel = {
  name: 'comparison',
  label: 'content.publishing.compare',
  isFor: ({ publishable, may }) => publishable !== null && may.publish,
  Content: lazy(() => import('./publishing/comparison-panel.js')),
};

const registered: Panel[] = [];

/** Adds panels of screens below the forms of records. */
export const registerPanels = (panels: readonly Panel[]): void => void registered.push(...panels);

/** Returns every panel in display order. Those of the project come last. */
export const allPanels = (): readonly Panel[] => [COMPARISON, ...registered, ...extensionPanels()];

// Created once: a new component at each rendering would lose its state.
const ofExtensions: Panel[] = [];

function extensionPanels(): readonly Panel[] {
  if (ofExtensions.length === 0)
    for (const { Content, ...panel } of loadedExtensions().parts.panels ?? [])
      ofExtensions.push({
        ...panel,
        Content: withExtensionBoundary<PanelProps>(
          `panels: ${panel.name}`,
          Content as ComponentType<PanelProps>, // the types of records and models are wider here
        ),
      });
  return ofExtensions;
}
