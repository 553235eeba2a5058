// Generated from schemas/ by `cms generate`, which overwrites this file.

export { BoxInput, BoxPatch } from './schemas/box.js';
export {};
