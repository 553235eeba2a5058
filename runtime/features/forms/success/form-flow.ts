import type { RequestContext } from '../../../kernel/contract/context.js';
import type { FormSuccessEvent } from '../../../kernel/contract/form-success.js';
import type { WriteScope } from '../../../kernel/contract/operations.js';
import type { StoredRecord } from '../../../kernel/contract/record.js';
import type { ResourceOperations } from '../../../kernel/resource-operations.js';
import type { Submission, SubmitOptions } from '../engine/compiled-form.js';

/** A whole submission in which nothing was found wrong. Its files are there until the request is answered. */
export interface FlowSubmission {
  /** The Form component; that of a virtual form has no row. */
  readonly form: StoredRecord;
  readonly submission: Submission;
  readonly context: RequestContext;
  /** Of the client. */
  readonly address: string;
}

/** What was sent, before anything follows from it; fields may be wrong already. */
export interface JudgedSubmission extends Omit<FlowSubmission, 'form'> {
  readonly extent: SubmitOptions['extent'];
}

/** What a form does first in the unit of work of a submission; it may run again. Violations are shown at its fields. */
export type FormStep = (event: FormSuccessEvent, scope: WriteScope) => Promise<void>;

/**
 * What a form itself is made of: storing a record, or a flow of accounts. Before `work`, which is called at most once, it does
 * what takes long, and behind it what is left over; `work` runs the unit of work with the step first in it, and `context` is the
 * one to run it with. Violations that it throws are shown at the fields of the form by their property paths.
 */
export type FormFlow = <Result>(
  submitted: FlowSubmission,
  work: (step: FormStep, context: RequestContext) => Promise<Result>,
  operations: Pick<ResourceOperations, 'prepareCreate' | 'enter'>,
) => Promise<Result>;
