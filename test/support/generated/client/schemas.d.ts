// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type { Schema } from './schema.js';

export declare const EnquiryInput: Schema<types.EnquiryInput>;
export declare const EnquiryPatch: Schema<types.EnquiryPatch>;

export declare const EventDataInput: Schema<types.EventDataInput>;
export declare const EventDataPatch: Schema<types.EventDataPatch>;

export declare const FancyWidgetInput: Schema<types.FancyWidgetInput>;
export declare const FancyWidgetPatch: Schema<types.FancyWidgetPatch>;

export declare const GuardedInput: Schema<types.GuardedInput>;
export declare const GuardedPatch: Schema<types.GuardedPatch>;

export declare const PinnedInput: Schema<types.PinnedInput>;
export declare const PinnedPatch: Schema<types.PinnedPatch>;

export declare const SpecimenInput: Schema<types.SpecimenInput>;
export declare const SpecimenPatch: Schema<types.SpecimenPatch>;

export declare const WidgetInput: Schema<types.WidgetInput>;
export declare const WidgetPatch: Schema<types.WidgetPatch>;

export type { Issue, Schema } from './schema.js';
