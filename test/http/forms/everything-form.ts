import fc from 'fast-check';
import type {
  FormDefinition,
  FormFieldDefinition,
} from '../../../runtime/extension-points/forms/form-definition.js';

const NOT_BLANK = { constraints: [{ NotBlank: {} }] };
const CHOICES = { choices: { Red: 'red', Blue: 'blue', Group: { Two: 2, Yes: true } } };

const PLAIN = (
  'text textarea search email password tel url color range hidden integer number money percent checkbox radio ' +
  'date datetime time week birthday dateinterval country language locale currency timezone uuid ulid file'
).split(' ');

export const FIELDS: readonly FormFieldDefinition[] = [
  ...PLAIN.map((type) => ({ name: type, type, required: false })),
  ...['submit', 'reset', 'button'].map((type) => ({ name: type, type })),
  ...PLAIN.slice(0, 8).map((type) => ({
    name: `strict-${type}`,
    type,
    constraints: [{ NotBlank: {} }, { Length: { min: 2, max: 9 } }, { Regex: { pattern: '^[a-z]+$' } }],
  })),
  { name: 'amount', type: 'number', scale: 2, constraints: [{ Range: { min: 1, max: 5 } }] },
  ...[false, true].flatMap((multiple) =>
    [false, true].map((expanded) => ({
      ...{ name: `choice-${multiple}-${expanded}`, type: 'choice', multiple, expanded, required: false },
      ...CHOICES,
    })),
  ),
  { name: 'enum', type: 'enum', ...CHOICES },
  ...['date', 'datetime', 'time', 'birthday', 'week', 'dateinterval'].flatMap((type) =>
    (['choice', 'text', 'integer'] as const).map((widget) => ({ name: `${type}-${widget}`, type, widget })),
  ),
  { name: 'papers', type: 'file', multiple: true, constraints: [{ All: [{ File: { maxSize: '1k' } }] }] },
  { name: 'address', type: 'AddressType', ...NOT_BLANK },
  {
    name: 'place',
    constraints: [{ Expression: { expression: 'this.city != value.street', path: 'street' } }],
    fields: [{ name: 'city', ...NOT_BLANK }, { name: 'street' }],
  },
  { name: 'group', inherit_data: true, fields: [{ name: 'inherited', constraints: [{ Email: {} }] }] },
  {
    ...{ name: 'people', type: 'collection', entry_type: 'AddressType', allow_add: true, allow_delete: true },
    constraints: [{ Count: { max: 3 } }],
  },
  {
    name: 'kept',
    type: 'collection',
    entry_type: 'text',
    data: ['a', 'b'],
    keep_as_list: true,
    delete_empty: true,
  },
  {
    ...{ name: 'lists', type: 'collection', entry_type: 'collection', allow_add: true },
    entry_options: { entry_type: 'integer', allow_add: true, constraints: [{ Unique: {} }] },
  },
  { name: 'twice', type: 'repeated', entry_type: 'password', constraints: [{ PasswordStrength: {} }] },
  { name: 'disabled', type: 'AddressType', disabled: true },
  { name: 'aside', mapped: false },
  { name: 'judged', constraints: [{ Callback: { name: 'short' } }] },
];

/** A form with fields of every type. */
export const EVERYTHING: FormDefinition = {
  name: 'EverythingType',
  constraints: [{ Expression: { expression: 'this.text != this.email', path: 'email' } }],
  fields: FIELDS,
};

export const ADDRESS: FormDefinition = {
  name: 'AddressType',
  fields: [{ name: 'city', ...NOT_BLANK }, { name: 'zip' }],
};

const PROTOTYPE_KEYS = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'length'];
export const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...FIELDS.map((field) => field.name)) },
  { weight: 1, arbitrary: fc.constantFrom(...PROTOTYPE_KEYS, 'inherited', 'extra', '', 'a[b]', '_shown_at') },
);
export const inner = fc.constantFrom(
  ...[
    '0',
    '1',
    '-1',
    '1e3',
    '01',
    'city',
    'zip',
    'street',
    'first',
    'second',
    'year',
    'month',
    'day',
    'hour',
  ],
  ...['minute', 'week', 'years', 'days', ...PROTOTYPE_KEYS],
);
export const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    '',
    ' ',
    '0',
    'red',
    '2',
    'a@b.example',
    '2026-02-30',
    '2026-W47',
    'P1D',
  ),
  fc.constantFrom(
    '12:61',
    '2026-01-01T10:00',
    '1,000.5',
    '-0',
    '1e400',
    'http://',
    'javascript:x',
    'x'.repeat(9000),
  ),
  ...[fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string()],
);
export const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(inner, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.nat(1500).map((length) => Array.from({ length }, () => 'x')),
  ),
}));
/** Submissions of that form. */
export const values = fc.dictionary(name, value, { maxKeys: 12, noNullPrototype: true });
