// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { enquiryDescriptor } from './controllers/enquiry.js';
import { eventDataDescriptor } from './controllers/event-data.js';
import { fancyWidgetDescriptor } from './controllers/fancy-widget.js';
import { guardedDescriptor } from './controllers/guarded.js';
import { pinnedDescriptor } from './controllers/pinned.js';
import { specimenDescriptor } from './controllers/specimen.js';
import { widgetDescriptor } from './controllers/widget.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  resources: [
    enquiryDescriptor,
    eventDataDescriptor,
    fancyWidgetDescriptor,
    guardedDescriptor,
    pinnedDescriptor,
    specimenDescriptor,
    widgetDescriptor,
  ],
  forms: [],
});
