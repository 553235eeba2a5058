// Generated from schemas/ (196a7b7fb288) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { eventDataDescriptor } from './controllers/event-data.js';
import { fancyWidgetDescriptor } from './controllers/fancy-widget.js';
import { guardedDescriptor } from './controllers/guarded.js';
import { pinnedDescriptor } from './controllers/pinned.js';
import { specimenDescriptor } from './controllers/specimen.js';
import { widgetDescriptor } from './controllers/widget.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '196a7b7fb28851dd4f0c7539b1603efa546f4b21a9b63c0a7cfc78547127e006',
  resources: [
    eventDataDescriptor,
    fancyWidgetDescriptor,
    guardedDescriptor,
    pinnedDescriptor,
    specimenDescriptor,
    widgetDescriptor,
  ],
  forms: [],
});
