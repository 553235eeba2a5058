import type { ApiResponse } from '../../../kernel/contract/http/http.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
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
 * Runs what a submission leads to, once for each, and never for one that only asks for a check (components.md section 5.7). No
 * transaction may be open. An error that it throws becomes the answer.
 */
export type Succeed = (submitted: SubmittedForm) => Promise<FormOutcome>;
