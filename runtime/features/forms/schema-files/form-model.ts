import type { NamedModel } from '../../../kernel/contract/features/schema-folder.js';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import { kebabCase } from '../../../kernel/util/text/split-words.js';

/** A form type as the generated files contain it. */
export interface FormModel extends NamedModel {
  readonly names: FormNames;
  /** Validated definition without `$schema`. */
  readonly definition: JsonObject;
  readonly shapes: FormShapes;
}

/** Every identifier in the generated files of a form type. */
export interface FormNames {
  /** File name without extension: `contact-type`. */
  readonly file: string;
  /** `ContactSubmission`: body of a complete submission. */
  readonly submission: string;
  /** `ContactSubmissionPatch`: body of a partial submission. */
  readonly patch: string;
  /** `ContactFields`: members of a submission under the form name, which other forms can nest. */
  readonly fields: string;
  /** `ContactData`: argument of success handlers. */
  readonly data: string;
  /** `ContactView`: tree that clients render. */
  readonly view: string;
  /** `ContactFieldTypes`: type of each field. */
  readonly fieldTypes: string;
  readonly types: readonly string[];
}

/** Types of a form's submission and of the data for its success handlers. */
export interface FormShapes {
  /** Empty if the fields are at the top level. */
  readonly rootName: string;
  readonly sent: FormShape;
  readonly data: FormShape;
  /** Type of each field in the tree, by name. */
  readonly fieldTypes: ObjectShape;
}

export type FormShape =
  | { readonly kind: 'scalar'; readonly types: readonly ('string' | 'number' | 'boolean' | 'null')[] }
  | { readonly kind: 'literals'; readonly values: readonly JsonValue[] }
  /** A type by its name: of the form whose file is named, or else a built-in one. */
  | { readonly kind: 'reference'; readonly type: string; readonly form?: string }
  | { readonly kind: 'list'; readonly items: FormShape }
  /** A list, or an object by index. */
  | { readonly kind: 'entries'; readonly items: FormShape }
  /** Parts of a date. */
  | { readonly kind: 'parts' }
  | { readonly kind: 'union'; readonly options: readonly FormShape[] }
  | ObjectShape;

export interface ObjectShape {
  readonly kind: 'object';
  readonly members: readonly MemberShape[];
}

export interface MemberShape {
  readonly name: string;
  readonly optional: boolean;
  readonly shape: FormShape;
}

/** Returns the names of a form type: `ContactType` becomes `ContactSubmission` and others. */
export function formNames(name: string): FormNames {
  const stem = name.replace(/(?<=.)Type$/, '');
  const own = {
    submission: `${stem}Submission`,
    patch: `${stem}SubmissionPatch`,
    fields: `${stem}Fields`,
    data: `${stem}Data`,
    view: `${stem}View`,
    fieldTypes: `${stem}FieldTypes`,
  };
  return { ...own, file: kebabCase(name), types: Object.values(own) };
}
