import type { ApiResponse } from '../../../kernel/contract/http.js';
import type { Representation } from '../../../kernel/contract/operations.js';
import type { RegisteredFormType } from '../form-types.js';
import type { FlowSubmission } from '../../../kernel/form-flow.js';

/**
 * `form` is the Form component that was submitted; `submission.data` holds the converted values, and `submission.addError`
 * refuses after all: the form is answered with 422 then, whatever the outcome says.
 */
export interface SubmittedForm extends FlowSubmission {
  readonly formType: RegisteredFormType;
}

/** A complete answer, or a record to answer with (201); without one the form is answered. */
export type FormOutcome = { readonly response: ApiResponse } | { readonly result?: Representation };

/**
 * What follows from a submission, once for each, never for one that only asks to be checked (components.md section 5.7). No
 * transaction is open. What it throws is the answer.
 */
export type Succeed = (submitted: SubmittedForm) => Promise<FormOutcome>;
