import type { MakeBehaviour } from './field-scope.js';
import type { TypeStandards } from './node-settings.js';

/** A field type: defaults and behaviour of its fields. */
export interface FieldType extends TypeStandards {
  readonly make: MakeBehaviour;
}

/** Field types by name, as a form looks them up. */
export type FieldTypes = readonly (readonly [name: string, type: FieldType])[];

export const NOT_VALID = 'This value is not valid.';
