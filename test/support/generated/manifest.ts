// Generated from schemas/ (d4c817bfbab9) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { eventDataDescriptor } from './controllers/event-data.js';
import { fancyWidgetDescriptor } from './controllers/fancy-widget.js';
import { guardedDescriptor } from './controllers/guarded.js';
import { pinnedDescriptor } from './controllers/pinned.js';
import { specimenDescriptor } from './controllers/specimen.js';
import { widgetDescriptor } from './controllers/widget.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: 'd4c817bfbab9a40789a22b00452c7556b0899e38003db082646b7a3d94cc2ecf',
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
