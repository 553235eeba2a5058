// Generated from schemas/ (9c241ac239ef) by `cms generate`, which overwrites this file.
import type { Manifest } from 'cms-api-components';
import { eventDataDescriptor } from './controllers/event-data.js';
import { fancyWidgetDescriptor } from './controllers/fancy-widget.js';
import { guardedDescriptor } from './controllers/guarded.js';
import { pinnedDescriptor } from './controllers/pinned.js';
import { specimenDescriptor } from './controllers/specimen.js';
import { widgetDescriptor } from './controllers/widget.js';

/** Every type of this project, ordered by name. */
export const manifest: Manifest = Object.freeze<Manifest>({
  contentHash: '9c241ac239ef2c3d68bb7e1dc6d3ddd9cb96d6a75cb105da98bf03354726b571',
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
