import type { RequestContext } from '../../kernel/contract/context.js';
import { defineFeatureApi } from '../../kernel/contract/features/feature-api.js';
import type { FormSuccessEvent } from './form-success.js';
import type { FormType } from './form-definition.js';
import type { JsonObject } from '../../kernel/contract/json.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import type { MessageText, ResponseMessages } from '../../kernel/contract/message.js';
import type { Violation } from '../../kernel/contract/records/validation.js';

/** Extension point for form types of features (components.md section 5.9). */
export const FORM_TYPES = defineFeatureApi<FormOffer>('form types');

export interface FormOffer {
  readonly types: readonly BuiltInFormType[];
  /**
   * Guards by record type: reject callers who may edit forms, but may not set up forms that store records of
   * the type.
   */
  readonly guards: Readonly<Record<string, (context: RequestContext) => void>>;
}

/** A form type of a feature, with the flow that processes its submissions. */
export interface BuiltInFormType extends FormType {
  readonly flow?: FormFlow;
  /**
   * Adds violations beyond the rules of the definition, for validation-only submissions too. @throws AppError
   * 429 for values that could be guessed.
   */
  evaluate?(evaluated: EvaluatedSubmission): Promise<void>;
  /** Checks whether the caller may create a Form of this type. @throws AppError 401/403 */
  assertPlaceable?(context: RequestContext): void;
}

/** A form after a submission. */
export interface Submission {
  isValid(): boolean;
  /**
   * Converted values by property: null for an empty field, a list or an object for a compound one, a
   * `SubmittedFile` for a file.
   */
  readonly data: Readonly<Record<string, unknown>>;
  /**
   * Adds an error to the field with that property path (`email`, `children[0].name`), or to the form if there
   * is none.
   */
  addError(path: string, text: Violation | MessageText | string): void;
  /** Returns whether the field with that property path was sent and converted. */
  isEvaluated(path: string): boolean;
  /** Returns the form view with the submission; its errors are in English without `translate`. */
  view(translate?: ResponseMessages['translate']): JsonObject;
}

/** A complete and valid submission. Its files exist until the response is sent. */
export interface FlowSubmission {
  /** The Form component; a virtual form has no stored row. */
  readonly form: StoredRecord;
  readonly submission: Submission;
  readonly context: RequestContext;
  /** The IP address of the client. */
  readonly address: string;
}

/** A submission under validation, before any effect. Fields may already have violations. */
export interface EvaluatedSubmission extends Omit<FlowSubmission, 'form'> {
  /** `whole`: missing fields count as empty. `partial`: only submitted fields are validated. */
  readonly extent: 'whole' | 'partial';
}

/**
 * First step of a form in the unit of work of a submission; it may run again. Violations are shown at its
 * fields. Returns the stored record, if there is one.
 */
export type FormStep = (
  event: FormSuccessEvent,
  scope: WriteScope,
) => Promise<Pick<StoredRecord, 'type' | 'id'> | void>;

/**
 * Processing of a form: storing a record, or an account flow. It does slow work first, calls `work` at most
 * once, and cleans up afterwards. `work` runs the unit of work in the given `context`, starting with the
 * given step. Violations it throws are shown at the form's fields by property path.
 */
export type FormFlow = <Result>(
  submitted: FlowSubmission,
  work: (step: FormStep, context: RequestContext) => Promise<Result>,
  operations: Pick<ResourceOperations, 'prepareCreate' | 'enter'>,
) => Promise<Result>;
