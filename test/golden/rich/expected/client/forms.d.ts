// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type * as core from './core.js';

export declare const AddressType: core.FormType<types.AddressSubmission, types.AddressFieldTypes>;

export declare const ContactType: core.FormType<types.ContactSubmission, types.ContactFieldTypes>;
