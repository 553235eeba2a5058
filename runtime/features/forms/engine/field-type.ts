import type { MakeBehaviour } from './field-scope.js';
import type { TypeStandards } from './node-settings.js';

/** A field type: the standards of its fields, and what they do. */
export interface FieldType extends TypeStandards {
  readonly make: MakeBehaviour;
}

/** Types by name, as a form finds them. */
export type FieldTypes = readonly (readonly [name: string, type: FieldType])[];

export const NOT_VALID = 'This value is not valid.';
