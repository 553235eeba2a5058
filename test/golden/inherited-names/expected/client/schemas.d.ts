// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type { Schema } from './schema.js';

export declare const BoxInput: Schema<types.BoxInput>;
export declare const BoxPatch: Schema<types.BoxPatch>;

export type { Issue, Schema } from './schema.js';
