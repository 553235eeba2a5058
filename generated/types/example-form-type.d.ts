// Generated from schemas/forms/ExampleFormType.json (e91efbf481c5) by `cms generate`, which overwrites this file.
import type { FormView, PartialFields } from './built-in-types.js';
import type { ExampleChildData, ExampleChildFields, ExampleChildFieldTypes } from './example-child-type.js';

/** Submitted values of the fields of ExampleFormType. */
export type ExampleFormFields = {
  name: string;
  plainPassword: {
    first: string | null;
    second: string | null;
  };
  subject: 'question' | 'feedback' | 'x';
  email: string;
  message: string;
  developer: 'yes' | 'no';
  randomCheckbox?: boolean | null;
  interests?: ('design' | 'programming' | 'writing')[];
  other_interests?: ('music' | 'sports' | 'travel')[];
  children?: ExampleChildFields[] | { [index: string]: ExampleChildFields };
  text_children?: (string | null)[] | { [index: string]: string | null };
};

/** Body of a submission of ExampleFormType. */
export type ExampleFormSubmission = { example_form: ExampleFormFields };

/** Body of a partial validation of ExampleFormType. */
export type ExampleFormSubmissionPatch = { example_form: PartialFields<ExampleFormFields> };

/** Converted values of a submission of ExampleFormType. */
export type ExampleFormData = {
  name: string;
  plainPassword: string;
  subject: 'question' | 'feedback' | 'x';
  email: string;
  message: string;
  developer: 'yes' | 'no';
  randomCheckbox: boolean;
  interests: ('design' | 'programming' | 'writing')[];
  other_interests: ('music' | 'sports' | 'travel')[];
  children: ExampleChildData[];
  text_children: (string | null)[];
};

/** Form tree of ExampleFormType. */
export type ExampleFormView = FormView<'name' | 'plainPassword' | 'subject' | 'email' | 'message' | 'developer' | 'randomCheckbox' | 'interests' | 'other_interests' | 'children' | 'text_children' | 'submit'>;

/** Types of the fields in the form tree of ExampleFormType. */
export type ExampleFormFieldTypes = {
  name: 'text';
  plainPassword: {
    kind: 'repeated';
    fields: {
      first: 'password';
      second: 'password';
    };
  };
  subject: 'choice';
  email: 'email';
  message: 'textarea';
  developer: 'choice';
  randomCheckbox: 'checkbox';
  interests: 'choice';
  other_interests: 'choice';
  children: {
    kind: 'collection';
    entry: {
      kind: 'form';
      fields: ExampleChildFieldTypes;
    };
  };
  text_children: {
    kind: 'collection';
    entry: 'text';
  };
  submit: 'submit';
};
