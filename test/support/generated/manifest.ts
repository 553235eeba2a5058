// Generated from schemas/ by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { enquiryDescriptor } from './descriptors/enquiry.js';
import { eventDataDescriptor } from './descriptors/event-data.js';
import { fancyWidgetDescriptor } from './descriptors/fancy-widget.js';
import { guardedDescriptor } from './descriptors/guarded.js';
import { pinnedDescriptor } from './descriptors/pinned.js';
import { specimenDescriptor } from './descriptors/specimen.js';
import { widgetDescriptor } from './descriptors/widget.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = {
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
  messages: [
    'Only for some.',
  ],
};
