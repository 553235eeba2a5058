import type { SubmittedFile } from '../model/submitted-file.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { FormAdditions, FormDefinition } from '../../../extension-points/forms/form-definition.js';
import type { Submission } from '../../../extension-points/forms/form-flow.js';
import type { ConstraintContext } from '../../../kernel/validation/constraint-notation.js';

/** An immutable form type, compiled at startup, which builds form trees and processes submissions. */
export interface CompiledForm {
  readonly definition: FormDefinition;
  /** Key of the body that contains the submission; empty if the fields are at the top level. */
  readonly rootName: string;
  /** Returns the form tree before any submission (components.md section 5.3). */
  view(shown: ShownForm): JsonObject;
  /**
   * Converts and validates a submission without storing anything (components.md section 5.6).
   * @throws AppError 422 if the root key is missing or its value is not an object.
   */
  submit(body: JsonObject | SubmittedValues, how: SubmitOptions): Submission;
}

/** Data of a form tree in addition to its definition. */
export interface ShownForm extends FormAdditions {
  /** Absolute submit URL of the root. */
  readonly action: string;
  /** Reference date for year choices; default: now. */
  readonly now?: Date;
}

export interface SubmitOptions {
  /** `whole`: missing fields are empty. `partial`: only sent fields are validated. */
  readonly extent: 'whole' | 'partial';
  readonly shown: ShownForm;
  readonly context: ConstraintContext;
}

/** A multipart body: texts and files by field, nested by their names. */
export interface SubmittedValues {
  readonly [name: string]: SubmittedValue;
}

export type SubmittedValue = JsonValue | SubmittedFile | readonly SubmittedValue[] | SubmittedValues;
