import type { FormDefinition } from '../../../extension-points/forms/form-definition.js';
import type { ConstraintNotation } from '../../../kernel/contract/schema/constraints.js';

/** Location in a form type, for reporting problems. */
export interface FormPlace {
  below(...keys: readonly (string | number)[]): FormPlace;
  /** Reports a problem with a hint for its solution. */
  report(message: string, hint: string): void;
}

/** Returns a hint with the most similar known name, or with all of them. */
export type Suggest = (given: string, known: readonly string[]) => string;

/** Context of the checked form type. */
export interface FormSurroundings {
  /** Returns a form type that fields may use; undefined for a built-in or unknown one. */
  definitionOf(type: string): FormDefinition | undefined;
  /** Names of all form types. */
  readonly formTypes: readonly string[];
  readonly suggest: Suggest;
  /** Checks the constraints of a node; `isFile` is true for constraints on files. */
  checkConstraints(constraints: readonly ConstraintNotation[], place: FormPlace, isFile: boolean): void;
}
