import type { FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import type { JsonValue } from '../../../kernel/contract/json.js';
import type { FieldKind } from './field-keywords.js';
import type { FormPlace } from './form-place.js';

interface Wanted {
  readonly accepts: (value: JsonValue) => boolean;
  readonly hint: string;
}

const isText = (value: JsonValue): boolean => typeof value === 'string' || typeof value === 'number';
const isNumber = (value: JsonValue): boolean => typeof value === 'number';
const isObject = (value: JsonValue): boolean => typeof value === 'object' && !Array.isArray(value);

/** Allowed initial values by field kind; null means none. */
const WANTED: Readonly<Partial<Record<FieldKind, Wanted>>> = {
  text: { accepts: isText, hint: 'Write a text.' },
  number: { accepts: isNumber, hint: 'Write a number.' },
  boolean: { accepts: (value) => typeof value === 'boolean', hint: 'Write true or false.' },
  list: { accepts: (value) => typeof value === 'object', hint: 'Write a list of entries.' },
  object: { accepts: isObject, hint: 'Write an object of values by field.' },
  file: { accepts: () => false, hint: 'Remove it: a file comes with a submission.' },
};

/** Allowed values for an empty field: as sent for single-text fields, as stored for others. */
const STAND_IN: Readonly<Partial<Record<FieldKind, Wanted>>> = {
  text: { accepts: isText, hint: 'Write a text, as a client would send it.' },
  number: { accepts: isText, hint: 'Write a number, as a client would send it.' },
  object: { accepts: isObject, hint: 'Write null, or an object of values by field.' },
};

type Field = Partial<FormFieldDefinition>;

/** Checks initial values and empty values of a field. */
export function checkValue(field: Field, kind: FieldKind, place: FormPlace): void {
  checkInitialValue(field, kind, place.below('data'));
  checkAgainst(STAND_IN[kind], field, { key: 'empty_data', place: place.below('empty_data') });
}

/** Checks the initial value of a single field, or of the whole form. */
export function checkInitialValue(field: Field, kind: FieldKind, place: FormPlace): void {
  checkAgainst(WANTED[kind], field, { key: 'data', place });
}

function checkAgainst(
  wanted: Wanted | undefined,
  field: Field,
  { key, place }: { readonly key: 'data' | 'empty_data'; readonly place: FormPlace },
): void {
  const value = field[key];
  if (wanted === undefined || value === undefined || value === null || wanted.accepts(value)) return;
  const type = JSON.stringify(field.type ?? 'text');
  place.report(`This is not a value of a field of the type ${type}.`, wanted.hint);
}
