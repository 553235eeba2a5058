import type { RequestContext } from './contract/context.js';
import { defineDoor } from './contract/features/door.js';
import type { FormSuccessEvent } from './contract/features/form-success.js';
import type { FormType } from './contract/schema/forms.js';
import type { JsonObject } from './contract/json.js';
import type { WriteScope } from './contract/records/writes.js';
import type { StoredRecord } from './contract/records/record.js';
import type { ResourceOperations } from './resource-operations.js';
import type { MessageText, ResponseMessages } from './contract/message.js';
import type { Violation } from './contract/records/validation.js';

/** Form types that a feature brings along (components.md section 5.9). */
export const FORM_TYPES = defineDoor<FormOffer>('form types');

export interface FormOffer {
  readonly types: readonly BuiltInFormType[];
  /** By type: refuses callers who may write forms and yet may not set up forms that store records of the type. */
  readonly guards: Readonly<Record<string, (context: RequestContext) => void>>;
}

/** A form type of a feature, with what is done first when it is submitted. */
export interface BuiltInFormType extends FormType {
  readonly flow?: FormFlow;
  /**
   * Finds what is wrong with a submission beyond the rules of its definition; a submission that only asks to be checked is
   * judged the same way. @throws AppError 429 for what could be guessed.
   */
  judge?(judged: JudgedSubmission): Promise<void>;
  /** @throws AppError 401/403 when the caller may not make a Form of this type. */
  assertPlaceable?(context: RequestContext): void;
}

/** A form after a submission. */
export interface Submission {
  isValid(): boolean;
  /** Converted values by property: null where a field is empty, a list or an object where it is compound; a `SubmittedFile` for a file. */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * Adds what a handler found wrong to the field of that property path (`email`, `children[0].name`), or to the form where
   * none has it.
   */
  addError(path: string, text: Violation | MessageText | string): void;
  /** Whether the field of that property path was sent and could be converted. */
  isJudged(path: string): boolean;
  /** The tree that reflects the submission; its errors are in English without `translate`. */
  view(translate?: ResponseMessages['translate']): JsonObject;
}

/** A whole submission in which nothing was found wrong. Its files are there until the request is answered. */
export interface FlowSubmission {
  /** The Form component; that of a virtual form has no row. */
  readonly form: StoredRecord;
  readonly submission: Submission;
  readonly context: RequestContext;
  /** The IP address of the client. */
  readonly address: string;
}

/** The sent values before any effect; fields may have violations already. */
export interface JudgedSubmission extends Omit<FlowSubmission, 'form'> {
  /** `whole`: what is missing is empty. `partial`: only what was sent is judged. */
  readonly extent: 'whole' | 'partial';
}

/**
 * The first step of a form in the unit of work of a submission; it may run again. Violations are shown at its fields. Answers the record
 * that it stored the submission as, if it did.
 */
export type FormStep = (
  event: FormSuccessEvent,
  scope: WriteScope,
) => Promise<Pick<StoredRecord, 'type' | 'id'> | void>;

/**
 * The work of a form itself: storing a record, or a flow of accounts. It does slow work before `work`, calls `work` at
 * most once, and cleans up behind it. `work` runs the unit of work, which begins with the given step, in the given
 * `context`. Violations that it throws are shown at the fields of the form by their property paths.
 */
export type FormFlow = <Result>(
  submitted: FlowSubmission,
  work: (step: FormStep, context: RequestContext) => Promise<Result>,
  operations: Pick<ResourceOperations, 'prepareCreate' | 'enter'>,
) => Promise<Result>;
