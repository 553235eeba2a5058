// Generated from schemas/ (853569d1d16a) by `cms generate`, which overwrites this file.

export type { Brochure, BrochureInput, BrochurePatch } from './brochure.js';
export type { CallToAction, CallToActionInput, CallToActionPatch } from './call-to-action.js';
export type { WorkshopData, WorkshopDataInput, WorkshopDataPatch } from './workshop-data.js';
