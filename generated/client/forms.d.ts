// Generated from schemas/ by `cms generate`, which overwrites this file.
import type * as types from '../types/index.js';
import type * as core from './core.js';

export declare const ExampleChildType: core.FormType<types.ExampleChildSubmission, types.ExampleChildFieldTypes>;

export declare const ExampleFormType: core.FormType<types.ExampleFormSubmission, types.ExampleFormFieldTypes>;
