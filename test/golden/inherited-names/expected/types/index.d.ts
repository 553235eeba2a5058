// Generated from schemas/ (055602cae5e9) by `cms generate`, which overwrites this file.

export type { Box, BoxInput, BoxPatch } from './box.js';
