// Generated from schemas/ by `cms generate`, which overwrites this file.

export { TeaserInput, TeaserPatch } from './schemas/teaser.js';
export {};
