import type { FormConstraint, FormDefinition } from '../../kernel/contract/schema/forms.js';

/** A value of a form type: where it stands, and the way to say what is wrong with it. */
export interface FormPlace {
  below(...keys: readonly (string | number)[]): FormPlace;
  /** Says what is wrong here, and what to write instead. */
  report(message: string, hint: string): void;
}

/** A hint that names what was meant, or all that there is. */
export type Suggest = (given: string, known: readonly string[]) => string;

/** The surroundings of the form type that is checked. */
export interface FormSurroundings {
  /** Form types that fields may have as their type; undefined for one that is built in, or that nobody knows. */
  definitionOf(type: string): FormDefinition | undefined;
  /** Names of all of them. */
  readonly formTypes: readonly string[];
  readonly suggest: Suggest;
  /** Looks at the constraints of a node, and whether they are for files. */
  checkConstraints(constraints: readonly FormConstraint[], place: FormPlace, isFile: boolean): void;
}
