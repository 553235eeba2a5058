/** Field with the signed time at which a form with `minimum_fill_time` was shown. */
export const SHOWN_AT = '_shown_at';

/** Kind of a field's value in the submitted data; an empty field is null. */
export type FieldKind =
  'text' | 'number' | 'boolean' | 'choice' | 'file' | 'list' | 'repeated' | 'object' | 'button';

export interface FieldTypeNotation {
  readonly kind: FieldKind;
  /** Keywords besides those of every field. */
  readonly keywords: readonly string[];
}

const OF_EVERY_FIELD = ['$comment', 'name', 'type', 'label', 'attr', 'disabled', 'priority', 'block_prefix'];

/** Keywords about values, which buttons do not have. */
const OF_VALUES = [
  ...['label_attr', 'help', 'required', 'constraints', 'mapped', 'property_path'],
  ...['data', 'invalid_message', 'error_bubbling'],
];

const TYPED = ['trim', 'empty_data'];
const CHOSEN = [
  ...['choices', 'multiple', 'expanded', 'placeholder', 'preferred_choices', 'choice_attr', 'empty_data'],
];
const COMPOUND = ['allow_extra_fields'];
const PARTS = [...TYPED, ...COMPOUND, 'widget', 'placeholder'];
const DAY = ['years', 'months', 'days', 'format'];
const CLOCK = ['hours', 'minutes', 'seconds', 'with_minutes', 'with_seconds'];
const ROUNDED = [...TYPED, 'rounding_mode', 'grouping'];

const text = (...more: readonly string[]): FieldTypeNotation => ({
  kind: 'text',
  keywords: [...OF_VALUES, ...TYPED, ...more],
});
const number = (...more: readonly string[]): FieldTypeNotation => ({
  kind: 'number',
  keywords: [...OF_VALUES, ...ROUNDED, ...more],
});
const date = (...more: readonly string[]): FieldTypeNotation => ({
  kind: 'text',
  keywords: [...OF_VALUES, ...PARTS, ...more],
});
const of = (kind: FieldKind, ...keywords: readonly string[]): FieldTypeNotation => ({
  kind,
  keywords: [...OF_VALUES, ...keywords],
});
const BUTTON: FieldTypeNotation = { kind: 'button', keywords: [] };
const CHOICE = of('choice', ...CHOSEN);

/** Field types of components.md section 5.5. `form` represents every nested form. */
export const FIELD_NOTATIONS: ReadonlyMap<string, FieldTypeNotation> = new Map(
  Object.entries({
    text: text(),
    textarea: text(),
    email: text(),
    password: text('always_empty'),
    search: text(),
    tel: text(),
    url: text('default_protocol'),
    color: text(),
    range: text(),
    hidden: text(),
    uuid: text(),
    ulid: text(),
    integer: number(),
    number: number('scale'),
    money: number('scale', 'divisor'),
    percent: number('scale', 'input'),
    checkbox: of('boolean', 'value', 'false_values', 'empty_data'),
    radio: of('boolean', 'value', 'false_values', 'empty_data'),
    choice: CHOICE,
    enum: CHOICE,
    country: CHOICE,
    language: CHOICE,
    locale: CHOICE,
    currency: CHOICE,
    timezone: CHOICE,
    date: date(...DAY),
    birthday: date(...DAY),
    datetime: date(...DAY, ...CLOCK),
    time: date(...CLOCK),
    week: date('years'),
    dateinterval: date('years', 'months', 'days', ...CLOCK),
    file: of('file', 'multiple'),
    collection: of(
      'list',
      ...['entry_type', 'entry_options', 'allow_add', 'allow_delete', 'delete_empty', 'prototype'],
      ...['prototype_name', 'keep_as_list', 'empty_data', ...COMPOUND],
    ),
    repeated: of(
      'repeated',
      ...['entry_type', 'options', 'first_options', 'second_options', 'first_name', 'second_name'],
      ...COMPOUND,
    ),
    form: of('object', 'fields', 'empty_data', 'inherit_data', ...COMPOUND),
    submit: BUTTON,
    reset: BUTTON,
    button: BUTTON,
  }),
);

/** Types with predefined choices. */
export const LOCALE_TYPES: ReadonlySet<string> = new Set([
  'country',
  'language',
  'locale',
  'currency',
  'timezone',
]);

/** Returns whether a field of that type may have the keyword. */
export function takesKeyword({ keywords }: FieldTypeNotation, keyword: string): boolean {
  return OF_EVERY_FIELD.includes(keyword) || keywords.includes(keyword);
}

/** Returns the types whose fields may have a keyword; empty for an unknown one. */
export function typesTaking(keyword: string): readonly string[] {
  return [...FIELD_NOTATIONS].filter(([, notation]) => takesKeyword(notation, keyword)).map(([type]) => type);
}

export const FIELD_KEYWORDS: readonly string[] = [
  ...new Set([...OF_EVERY_FIELD, ...[...FIELD_NOTATIONS.values()].flatMap(({ keywords }) => keywords)]),
];
