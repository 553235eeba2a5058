// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type { Schema } from './schema.js';

export declare const BrochureInput: Schema<types.BrochureInput>;
export declare const BrochurePatch: Schema<types.BrochurePatch>;

export declare const CallToActionInput: Schema<types.CallToActionInput>;
export declare const CallToActionPatch: Schema<types.CallToActionPatch>;

export declare const WorkshopDataInput: Schema<types.WorkshopDataInput>;
export declare const WorkshopDataPatch: Schema<types.WorkshopDataPatch>;

export type { Issue, Schema } from './schema.js';
