// Generated from schemas/forms/ExampleChildType.json (3985c1e73ff0) by `cms generate`, which overwrites this file.
import type { FormView, PartialFields } from './built-in-types.js';

/** What is sent of the fields of ExampleChildType. */
export type ExampleChildFields = {
  name: string;
};

/** Body that submits ExampleChildType. */
export type ExampleChildSubmission = { example_child: ExampleChildFields };

/** Body that has some fields of ExampleChildType checked. */
export type ExampleChildSubmissionPatch = { example_child: PartialFields<ExampleChildFields> };

/** What a submission of ExampleChildType gives: its converted values. */
export type ExampleChildData = {
  name: string;
};

/** The tree of ExampleChildType. */
export type ExampleChildView = FormView<'name'>;

/** What each field of ExampleChildType is. */
export type ExampleChildFieldTypes = {
  name: 'text';
};
