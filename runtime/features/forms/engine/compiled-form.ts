import type { SubmittedFile } from '../model/submitted-file.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { FormAdditions, FormDefinition } from '../../../kernel/contract/schema/forms.js';
import type { Submission } from '../../../kernel/form-flow.js';
import type { ConstraintContext } from '../../../kernel/validation/constraint-notation.js';

/** A form type made ready once, when the service starts: it is asked for trees and given submissions, and never changes. */
export interface CompiledForm {
  readonly definition: FormDefinition;
  /** The key under which a body holds the submission; empty for a form whose fields stand at the top level. */
  readonly rootName: string;
  /** The tree before anything is submitted (components.md section 5.3). */
  view(shown: ShownForm): JsonObject;
  /**
   * Converts and validates what was sent (components.md section 5.6); nothing is stored.
   * @throws AppError 422 when the root key is absent or holds no object.
   */
  submit(body: JsonObject | SubmittedValues, how: SubmitOptions): Submission;
}

/** The facts that a tree shows beyond its definition. */
export interface ShownForm extends FormAdditions {
  /** Absolute submit URL, for the root. */
  readonly action: string;
  /** Choices of years stand around it; default: the moment of the call. */
  readonly now?: Date;
}

export interface SubmitOptions {
  /** `whole`: what is missing is empty. `partial`: only what was sent is judged. */
  readonly extent: 'whole' | 'partial';
  readonly shown: ShownForm;
  readonly context: ConstraintContext;
}

/** A body of parts: text and files by field, nested as their names say. */
export interface SubmittedValues {
  readonly [name: string]: SubmittedValue;
}

export type SubmittedValue = JsonValue | SubmittedFile | readonly SubmittedValue[] | SubmittedValues;
