import type { FormDefinition, FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import { checkChoices } from './check-choices.js';
import { checkValue } from './check-values.js';
import type { FormPlace, FormSurroundings } from './form-place.js';
import {
  FIELD_KEYWORDS,
  FIELD_NOTATIONS,
  type FieldTypeNotation,
  takesKeyword,
  typesTaking,
} from './field-keywords.js';
import { findCycle } from './nested-forms.js';

/** A list of fields. */
export interface FieldList {
  readonly fields: readonly FormFieldDefinition[];
  /** Form types that contain the list, outermost first. */
  readonly forms: readonly FormDefinition[];
  readonly surroundings: FormSurroundings;
}

/** Checks every field of a list, and conflicts between fields. */
export function checkFields({ fields, ...around }: FieldList, place: FormPlace): void {
  const names = new Set<string>();
  const properties = new Set<string>();
  fields.forEach((field, index) => {
    const at = place.below(index);
    const { name, property_path: path, mapped } = field;
    if (names.has(name)) {
      at.below('name').report(
        `The form has two fields named ${JSON.stringify(name)}.`,
        'Rename one of them.',
      );
    } else if (mapped !== false && properties.has(path ?? name)) {
      at.below(path === undefined ? 'name' : 'property_path').report(
        `Two fields give the value ${JSON.stringify(path ?? name)} of the submitted data.`,
        'Give one of them another "property_path", or "mapped": false.',
      );
    }
    names.add(name);
    if (mapped !== false) properties.add(path ?? name);
    checkField({ ...around, field, place: at, typeAt: at.below('type') });
  });
}

/** A field, an entry of a collection, or a half of a repeated field. */
interface CheckedField {
  readonly field: Partial<FormFieldDefinition>;
  readonly place: FormPlace;
  /** Location of its type. */
  readonly typeAt: FormPlace;
  readonly forms: readonly FormDefinition[];
  readonly surroundings: FormSurroundings;
}

function checkField(checked: CheckedField): void {
  const { field, place, typeAt, surroundings } = checked;
  const { type = field.fields === undefined ? 'text' : 'form' } = field;
  checkName(field, place);
  const notation = notationOf(type, surroundings);
  if (notation === undefined) {
    const { message, hint } = unknownType(type, surroundings);
    typeAt.report(message, hint);
    return;
  }
  checkKeywords({ type, notation }, checked);
  checkCycle(type, checked);
  surroundings.checkConstraints(
    field.constraints ?? [],
    place.below('constraints'),
    notation.kind === 'file',
  );
  if (notation.kind === 'choice') checkChoices({ ...field, type }, place, surroundings.suggest);
  else checkValue({ ...field, type }, notation.kind, place);
  if (type === 'form') checkInPlace(checked);
  if (type === 'collection') checkEntries(checked);
  if (type === 'repeated') checkHalves(checked);
  checkTogether(field, place);
}

/** Returns the keys that fields of a type may have; undefined for an unknown type. */
function notationOf(
  type: string,
  { definitionOf, formTypes }: FormSurroundings,
): FieldTypeNotation | undefined {
  const known = FIELD_NOTATIONS.get(type);
  if (known !== undefined) return known;
  const lastSegment = type.slice(type.lastIndexOf('\\') + 1);
  const isForm = definitionOf(type) !== undefined || formTypes.includes(lastSegment);
  return isForm ? NAMED_FORM : undefined;
}

const IN_PLACE: FieldTypeNotation = FIELD_NOTATIONS.get('form') ?? { kind: 'object', keywords: [] };

/** Another form has its own fields. */
const NAMED_FORM: FieldTypeNotation = {
  ...IN_PLACE,
  keywords: IN_PLACE.keywords.filter((keyword) => keyword !== 'fields'),
};

function unknownType(type: string, { suggest, formTypes }: FormSurroundings) {
  if (type === 'entity') {
    return {
      message: 'A field of the type "entity" would choose among stored records, which forms do not.',
      hint: 'Write the choices down ("type": "choice"), or make the form type in code (defineForm).',
    };
  }
  return {
    message: `Unknown field type ${JSON.stringify(type)}.`,
    hint: suggest(type, [...FIELD_NOTATIONS.keys(), ...formTypes]),
  };
}

function checkName(
  { name, property_path: path, mapped }: Partial<FormFieldDefinition>,
  place: FormPlace,
): void {
  if (name !== undefined && (!/^[a-zA-Z0-9_][\w:-]*$/.test(name) || name === '__proto__')) {
    place
      .below('name')
      .report(`${JSON.stringify(name)} is no name of a field.`, 'Use letters, digits, "_", "-" and ":".');
  }
  if (path === undefined) return;
  const at = place.below('property_path');
  if (mapped === false)
    at.report('The value is not part of the submitted data.', 'Remove "property_path" or "mapped".');
  else if (!/^[\w:-]+$/.test(path) || path === '__proto__') {
    at.report(
      `${JSON.stringify(path)} is no name of a value.`,
      'Write one name: fields of nested forms have values within values.',
    );
  }
}

function checkKeywords(
  { type, notation }: { readonly type: string; readonly notation: FieldTypeNotation },
  { field, place, surroundings }: CheckedField,
): void {
  for (const [keyword, value] of Object.entries(field)) {
    if (value === undefined || takesKeyword(notation, keyword)) continue;
    const types = typesTaking(keyword);
    place
      .below(keyword)
      .report(
        types.length === 0
          ? `Unknown keyword ${JSON.stringify(keyword)}.`
          : `${JSON.stringify(keyword)} means nothing for the type ${JSON.stringify(type)}.`,
        types.length === 0
          ? surroundings.suggest(keyword, FIELD_KEYWORDS)
          : `Remove it, or change the type to ${types.map((one) => JSON.stringify(one)).join(' or ')}.`,
      );
  }
}

function checkCycle(type: string, { forms, typeAt, surroundings }: CheckedField): void {
  const outermost = forms[0];
  const nested = surroundings.definitionOf(type);
  if (outermost === undefined || nested === undefined) return;
  const cycle = findCycle(outermost, nested, surroundings.definitionOf);
  if (cycle === undefined) return;
  typeAt.report(
    `${outermost.name} contains itself: ${cycle.join(' > ')}.`,
    'A form has an end: give one of the fields another type.',
  );
}

function checkInPlace({ field, place, forms, surroundings }: CheckedField): void {
  const { fields } = field;
  if (fields === undefined) {
    place.report('A form in place has fields.', 'Add "fields", or name a form type as the "type".');
  } else checkFields({ fields, forms, surroundings }, place.below('fields'));
}

/** Keys for fields of a form only: entries and halves belong to their field. */
const OF_FIELDS_ONLY = ['name', 'type', 'mapped', 'property_path', 'priority'] as const;

function checkInner(checked: CheckedField & { readonly type: string | undefined }): void {
  const { field, place, type, ...around } = checked;
  const inner: Record<string, unknown> = { ...field };
  for (const keyword of OF_FIELDS_ONLY) {
    if (field[keyword] === undefined) continue;
    delete inner[keyword];
    place
      .below(keyword)
      .report(
        `${JSON.stringify(keyword)} is said by the field around.`,
        keyword === 'type' ? 'Write it as "entry_type" of the field.' : 'Remove it.',
      );
  }
  checkField({ ...around, place, field: { ...inner, ...(type === undefined ? {} : { type }) } });
}

function checkEntries({ field, place, forms, surroundings }: CheckedField): void {
  const { entry_type: type, entry_options: options = {}, allow_add: allowsAdd } = field;
  const typeAt = place.below('entry_type');
  if (type === undefined && options.fields === undefined) {
    place.report(
      'A collection needs the type of its entries.',
      'Add "entry_type": "text", another field type, or the name of a form.',
    );
  } else if (isButton(type)) typeAt.report('A button has no value to collect.', 'Name another type.');
  else {
    const at = place.below('entry_options');
    checkInner({ field: options, place: at, typeAt, type, forms, surroundings });
  }
  for (const keyword of ['prototype', 'prototype_name'] as const) {
    if (allowsAdd === true || field[keyword] === undefined) continue;
    place
      .below(keyword)
      .report(
        `${JSON.stringify(keyword)} has no effect where no entries may be added.`,
        'Add "allow_add": true, or remove it.',
      );
  }
}

function checkHalves({ field, place, forms, surroundings }: CheckedField): void {
  const { entry_type: type = 'text', first_name: first = 'first', second_name: second = 'second' } = field;
  const typeAt = place.below('entry_type');
  const kind = FIELD_NOTATIONS.get(type)?.kind;
  if (kind === 'button' || kind === 'file' || kind === 'repeated') {
    typeAt.report(
      `A field of the type ${JSON.stringify(type)} cannot be filled in twice.`,
      'Name a type whose values can be compared, such as "password".',
    );
    return;
  }
  if (first === second) {
    place
      .below(field.second_name === undefined ? 'first_name' : 'second_name')
      .report('Both halves have the same name.', 'Give each half a name of its own.');
  }
  for (const [keyword, name] of [
    ['first_name', first],
    ['second_name', second],
  ] as const) {
    if (!/^[a-zA-Z0-9_][\w:-]*$/.test(name))
      place
        .below(keyword)
        .report(`${JSON.stringify(name)} is no name of a field.`, 'Use letters, digits, "_", "-" and ":".');
  }
  const { options = {}, first_options: ofFirst, second_options: ofSecond } = field;
  const checkHalf = (half: Partial<FormFieldDefinition>, at: FormPlace): void =>
    checkInner({ field: half, place: at, typeAt, type, forms, surroundings });
  // Either half may have the list of choices, or both.
  const choices = options.choices ?? ofFirst?.choices ?? ofSecond?.choices;
  const common = choices === undefined ? {} : { choices };
  checkHalf({ ...common, ...options }, place.below('options'));
  for (const [keyword, own] of [
    ['first_options', ofFirst],
    ['second_options', ofSecond],
  ] as const) {
    if (own !== undefined) checkHalf({ ...common, ...own }, place.below(keyword));
  }
}

const isButton = (type = ''): boolean => FIELD_NOTATIONS.get(type)?.kind === 'button';

const OF_PARTS = ['years', 'months', 'days', 'hours', 'minutes', 'format', 'placeholder'] as const;

const DATES: ReadonlySet<string> = new Set(['date', 'birthday', 'datetime', 'time', 'week', 'dateinterval']);

/** Checks keys that require other keys. */
function checkTogether(field: Partial<FormFieldDefinition>, place: FormPlace): void {
  const { type = 'text', widget = 'single_text', with_minutes: minutes, with_seconds: seconds } = field;
  if (!DATES.has(type)) return;
  for (const keyword of widget === 'single_text' ? OF_PARTS : []) {
    if (field[keyword] === undefined) continue;
    place
      .below(keyword)
      .report(
        `${JSON.stringify(keyword)} has no effect on a date that is entered as one text.`,
        'Add "widget": "choice", or remove it.',
      );
  }
  if (seconds === true && minutes === false) {
    place.below('with_seconds').report('Seconds need minutes.', 'Remove "with_minutes" or "with_seconds".');
  }
}
