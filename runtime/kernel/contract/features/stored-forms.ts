import { defineDoor } from './door.js';

/** The door at which a feature learns which forms store what is sent, for people to read. */
export const STORED_FORMS = defineDoor<readonly StoredForm[]>('forms that store submissions');

/** A form of the project whose submissions are stored as records. */
export interface StoredForm {
  /** The name of the form type. */
  readonly name: string;
  /** The name of the type of the records. */
  readonly type: string;
  /** The members that values are stored in, in the order of the form. */
  readonly fields: readonly StoredField[];
}

export interface StoredField {
  readonly member: string;
  readonly label: string | null;
  /** That of the field: `email`. */
  readonly type: string;
}
