import type { RequestContext } from '../../../kernel/contract/context.js';
import type { ApiResponse } from '../../../kernel/contract/http.js';
import type { Representation } from '../../../kernel/contract/operations.js';
import type { StoredRecord } from '../../../kernel/contract/record.js';
import type { Submission } from '../engine/compiled-form.js';
import type { RegisteredFormType } from '../form-types.js';

/**
 * A whole submission in which nothing was found wrong. `form` is the Form component that was submitted (that of a virtual form
 * has no row); `submission.data` holds the converted values, and `submission.addError` refuses after all: the form is
 * answered with 422 then, whatever the outcome says. Files of the submission are there until the request is answered.
 */
export interface SubmittedForm {
  readonly form: StoredRecord;
  readonly formType: RegisteredFormType;
  readonly submission: Submission;
  readonly context: RequestContext;
  /** Of the client. */
  readonly address: string;
}

/** A complete answer, or a record to answer with (201); without one the form is answered. */
export type FormOutcome = { readonly response: ApiResponse } | { readonly result?: Representation };

/**
 * What follows from a submission, once for each, never for one that only asks to be checked (components.md section 5.7). No
 * transaction is open. What it throws is the answer.
 */
export type Succeed = (submitted: SubmittedForm) => Promise<FormOutcome>;

/** Nothing follows: the form is the answer. */
export const succeed: Succeed = async () => ({});
