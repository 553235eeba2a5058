// Generated from schemas/ (0847750cd5b1) by `cms generate`, which overwrites this file.

export type { EventData, EventDataInput, EventDataPatch } from './event-data.js';
export type { FancyWidget, FancyWidgetInput, FancyWidgetPatch } from './fancy-widget.js';
export type { Guarded, GuardedInput, GuardedPatch } from './guarded.js';
export type { Pinned, PinnedInput, PinnedPatch } from './pinned.js';
export type { Specimen, SpecimenInput, SpecimenPatch } from './specimen.js';
export type { Widget, WidgetInput, WidgetPatch } from './widget.js';
