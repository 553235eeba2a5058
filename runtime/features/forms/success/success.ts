import type { ApiResponse } from '../../../kernel/contract/http/http.js';
import type { Representation } from '../../../kernel/contract/records/operations.js';
import type { RegisteredFormType } from '../form-types.js';
import type { FlowSubmission } from '../../../extension-points/forms/form-flow.js';

/**
 * A submission with its Form component in `form`, and the converted values in `submission.data`. `submission.addError`
 * still refuses it with 422, whatever the outcome.
 */
export interface SubmittedForm extends FlowSubmission {
  readonly formType: RegisteredFormType;
}

/** A complete response, or a record to respond with (201); otherwise the form is returned. */
export type FormOutcome = { readonly response: ApiResponse } | { readonly result?: Representation };

/**
 * Processes a submission once, but not for partial validation (components.md section 5.7). No transaction may be open.
 * A thrown error becomes the response.
 */
export type Succeed = (submitted: SubmittedForm) => Promise<FormOutcome>;
