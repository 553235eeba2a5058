// Generated from schemas/forms/ExampleChildType.json (3985c1e73ff0) by `cms generate`, which overwrites this file.
import type { FormView, PartialFields } from './built-in-types.js';

/** Submitted values of the fields of ExampleChildType. */
export type ExampleChildFields = {
  name: string;
};

/** Body of a submission of ExampleChildType. */
export type ExampleChildSubmission = { example_child: ExampleChildFields };

/** Body of a partial validation of ExampleChildType. */
export type ExampleChildSubmissionPatch = { example_child: PartialFields<ExampleChildFields> };

/** Converted values of a submission of ExampleChildType. */
export type ExampleChildData = {
  name: string;
};

/** Form tree of ExampleChildType. */
export type ExampleChildView = FormView<'name'>;

/** Types of the fields in the form tree of ExampleChildType. */
export type ExampleChildFieldTypes = {
  name: 'text';
};
