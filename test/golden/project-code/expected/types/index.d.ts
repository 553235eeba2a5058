// Generated from schemas/ (e7cba66300cf) by `cms generate`, which overwrites this file.

export type { Teaser, TeaserInput, TeaserPatch } from './teaser.js';
export type { User, UserInput, UserPatch } from './user.js';
