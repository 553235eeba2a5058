// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type { Schema } from './schema.js';

export declare const BaseEventInput: Schema<types.BaseEventInput>;
export declare const BaseEventPatch: Schema<types.BaseEventPatch>;

export declare const ConcertInput: Schema<types.ConcertInput>;
export declare const ConcertPatch: Schema<types.ConcertPatch>;

export declare const AddressSubmission: Schema<types.AddressSubmission>;

export declare const ContactSubmission: Schema<types.ContactSubmission>;

export type { Issue, Schema } from './schema.js';
