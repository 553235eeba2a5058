// Generated from schemas/ (323a068541c7) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { eventDataDescriptor } from './controllers/event-data.js';
import { fancyWidgetDescriptor } from './controllers/fancy-widget.js';
import { guardedDescriptor } from './controllers/guarded.js';
import { pinnedDescriptor } from './controllers/pinned.js';
import { specimenDescriptor } from './controllers/specimen.js';
import { widgetDescriptor } from './controllers/widget.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '323a068541c7b9b350bc0b3b9c45d70f16e3c511ab032acf04e98cf5ded855e4',
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
