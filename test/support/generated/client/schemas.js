// Generated from schemas/ by `cms generate`, which overwrites this file.

export { EnquiryInput, EnquiryPatch } from './schemas/enquiry.js';
export { EventDataInput, EventDataPatch } from './schemas/event-data.js';
export { FancyWidgetInput, FancyWidgetPatch } from './schemas/fancy-widget.js';
export { GuardedInput, GuardedPatch } from './schemas/guarded.js';
export { PinnedInput, PinnedPatch } from './schemas/pinned.js';
export { SpecimenInput, SpecimenPatch } from './schemas/specimen.js';
export { WidgetInput, WidgetPatch } from './schemas/widget.js';
export {};
