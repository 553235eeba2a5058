import type { ComponentType } from 'react';
import { SCREENS, type Screen } from '../app/screens.js';
import { PANELS, type Panel, type PanelProps } from '../edit/panels.js';
import { own } from './own.js';
import { OwnPart } from './own-part.js';

/** Every screen, those of the project among them. */
export const allScreens = (): readonly Screen[] => [...SCREENS, ...ownScreens()];

/** Every panel, those of the project last. */
export const allPanels = (): readonly Panel[] => [...PANELS, ...ownPanels()];

// Made once: a component that is new at each rendering would lose what was typed in it.
const screens: Screen[] = [];
const panels: Panel[] = [];

function ownScreens(): readonly Screen[] {
  if (screens.length === 0)
    for (const { path, label, Page, isFor = () => true } of own().parts.screens ?? [])
      screens.push({ path, label, group: 'extensions', isFor, Page: guarded(`screens: ${path}`, Page) });
  return screens;
}

function ownPanels(): readonly Panel[] {
  if (panels.length === 0)
    for (const { Content, ...panel } of own().parts.panels ?? [])
      panels.push({
        ...panel,
        Content: guarded<PanelProps>(`panels: ${panel.name}`, Content as ComponentType<PanelProps>),
      });
  return panels;
}

const guarded = <Props extends object>(name: string, Part: ComponentType<Props>): ComponentType<Props> =>
  function Guarded(props: Props) {
    return (
      <OwnPart name={name}>
        <Part {...props} />
      </OwnPart>
    );
  };
