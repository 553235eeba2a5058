// Generated from schemas/ by `cms generate`, which overwrites this file.

export { BrochureInput, BrochurePatch } from './schemas/brochure.js';
export { CallToActionInput, CallToActionPatch } from './schemas/call-to-action.js';
export { WorkshopDataInput, WorkshopDataPatch } from './schemas/workshop-data.js';
export {};
