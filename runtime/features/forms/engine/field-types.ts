import type { FormFieldDefinition } from '../../../extension-points/forms/form-definition.js';
import { canonicalJson } from '../../../kernel/validation/constraints/canonical-json.js';
import { choiceAmong } from './choice-field.js';
import { collectionField } from './collection-field.js';
import { SubmittedFile } from '../model/submitted-file.js';
import type { SubmittedValue } from './compiled-form.js';
import { submitChildren } from './compound-field.js';
import { dateField } from './date-field.js';
import type { FieldScope, MakeBehaviour } from './field-scope.js';
import { type FieldType, type FieldTypes, NOT_VALID } from './field-type.js';
import { beginNode, createNode, echoNode, isEmptyValue, type NodeBehaviour, refuse } from './node.js';
import { authoredText, sentMembers, sentText } from './sent-value.js';
import { buttonField, passwordField, textField } from './text-field.js';
import { declaredChoices } from './values/choice-list.js';
import { conversionOf } from './values/conversions.js';
import { createChoiceList } from './values/platform-choices.js';

const text: MakeBehaviour = ({ field }) => textField(field);
const converted: MakeBehaviour = ({ type, field }) =>
  textField(field, { conversion: conversionOf(type, field) });
const choice: MakeBehaviour = ({ field }) => choiceAmong(declaredChoices(field), field);
const platformChoice: MakeBehaviour = ({ type, field }) => choiceAmong(createChoiceList(type, field), field);
const checkbox: MakeBehaviour = ({ field }) => checkboxField(field);

type Entry = FieldTypes[number];

/** Defines a type below `form`. */
function field(name: string, invalidMessage: string, make: MakeBehaviour): Entry {
  return [name, { chain: ['form', name], invalidMessage, make }];
}

/** Adds a hint with the expected format and an example. */
function expecting(expected: string, [name, type]: Entry): Entry {
  return [name, { ...type, expected }];
}

/** Defines a type below `text`. */
function textual(name: string, invalidMessage: string, make: MakeBehaviour): Entry {
  return [name, { chain: ['form', 'text', name], invalidMessage, make }];
}

/** Defines a type below `choice`. */
function choosing(name: string, invalidMessage: string, make: MakeBehaviour): Entry {
  return [name, { chain: ['form', 'choice', name], invalidMessage, make }];
}

function button(name: string, chain: readonly string[]): Entry {
  return [name, { chain, invalidMessage: NOT_VALID, isButton: true, make: buttonField }];
}

/** Types whose data is the entered text. */
export const TEXT_TYPES: FieldTypes = [
  field('text', NOT_VALID, text),
  textual('textarea', NOT_VALID, text),
  textual('search', 'Please enter a valid search term.', text),
  textual('email', 'Please enter a valid email address.', text),
  textual('tel', 'Please provide a valid phone number.', text),
  textual('color', 'Please select a valid color.', text),
  textual('range', 'Please choose a valid range.', text),
  textual('password', 'The password is invalid.', ({ field: definition }) => passwordField(definition)),
  [
    'hidden',
    {
      chain: ['form', 'hidden'],
      invalidMessage: 'The hidden field is invalid.',
      isBubbling: true,
      isRequired: false,
      make: text,
    },
  ],
];

/** Types that convert the entered text. */
export const CONVERTED_TYPES: FieldTypes = [
  textual('url', 'Please enter a valid URL.', converted),
  expecting('Expected an integer such as 12.', field('integer', 'Please enter an integer.', converted)),
  expecting('Expected a number such as 12.5.', field('number', 'Please enter a number.', converted)),
  expecting(
    'Expected an amount such as 12.50.',
    field('money', 'Please enter a valid money amount.', converted),
  ),
  expecting(
    'Expected a percentage such as 25.',
    field('percent', 'Please enter a percentage value.', converted),
  ),
  expecting(
    'Expected a UUID such as a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11.',
    field('uuid', 'Please enter a valid UUID.', converted),
  ),
  expecting(
    'Expected a ULID such as 01ARZ3NDEKTSV4RRFFQ69G5FAV.',
    field('ulid', 'Please enter a valid ULID.', converted),
  ),
];

export const BOX_TYPES: FieldTypes = [
  field('checkbox', 'The checkbox has an invalid value.', checkbox),
  [
    'radio',
    { chain: ['form', 'checkbox', 'radio'], invalidMessage: 'Please select a valid option.', make: checkbox },
  ],
];

/** Types whose fields declare their choices. */
export const CHOICE_TYPES: FieldTypes = [
  field('choice', 'The selected choice is invalid.', choice),
  choosing('enum', 'The selected choice is invalid.', choice),
];

/** Types with built-in choices. */
export const PLATFORM_CHOICE_TYPES: FieldTypes = [
  choosing('country', 'Please select a valid country.', platformChoice),
  choosing('language', 'Please select a valid language.', platformChoice),
  choosing('locale', 'Please select a valid locale.', platformChoice),
  choosing('currency', 'Please select a valid currency.', platformChoice),
  choosing('timezone', 'Please select a valid timezone.', platformChoice),
];

export const DATE_TYPES: FieldTypes = [
  expecting('Expected a date such as 2026-11-23.', field('date', 'Please enter a valid date.', dateField)),
  expecting(
    'Expected a date and time such as 2026-11-23T10:00.',
    field('datetime', 'Please enter a valid date and time.', dateField),
  ),
  expecting(
    'Expected a time such as 10:00 or 10:00:30.',
    field('time', 'Please enter a valid time.', dateField),
  ),
  expecting('Expected a week such as 2026-W48.', field('week', 'Please enter a valid week.', dateField)),
  expecting(
    'Expected an interval such as P1DT12H.',
    field('dateinterval', 'Please choose a valid date interval.', dateField),
  ),
  [
    'birthday',
    {
      chain: ['form', 'date', 'birthday'],
      invalidMessage: 'Please enter a valid birthdate.',
      expected: 'Expected a date such as 2026-11-23.',
      make: dateField,
    },
  ],
];

export const FILE_TYPES: FieldTypes = [
  field('file', 'Please select a valid file.', ({ field: definition }) => fileField(definition)),
];

export const COLLECTION_TYPES: FieldTypes = [
  [
    'collection',
    {
      chain: ['form', 'collection'],
      invalidMessage: 'The collection is invalid.',
      isBubbling: true,
      make: collectionField,
    },
  ],
];

export const REPEATED_TYPES: FieldTypes = [field('repeated', 'The values do not match.', repeatedField)];

export const BUTTON_TYPES: FieldTypes = [
  button('submit', ['button', 'submit']),
  button('reset', ['button', 'reset']),
  button('button', ['button']),
];

/** The field types of forms, in addition to nested forms (components.md sections 5.4 and 5.5). */
export const FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map([
  ...TEXT_TYPES,
  ...CONVERTED_TYPES,
  ...BOX_TYPES,
  ...CHOICE_TYPES,
  ...PLATFORM_CHOICE_TYPES,
  ...DATE_TYPES,
  ...FILE_TYPES,
  ...COLLECTION_TYPES,
  ...REPEATED_TYPES,
  ...BUTTON_TYPES,
]);

/**
 * Creates a field for one or more files. Only multipart bodies contain files; JSON values are refused (components.md
 * section 5.5).
 */
function fileField({ multiple = false }: FormFieldDefinition): NodeBehaviour {
  return {
    begin(node) {
      node.data = multiple ? [] : null;
    },
    submit(node, sent) {
      const files = filesIn(sent);
      if (!multiple && files.length > 1) return refuse(node);
      if (files.some(({ facts }) => facts.isUnreadable === true)) return refuse(node);
      node.data = multiple ? files : (files[0] ?? null);
    },
    value: () => '',
    echo: () => null,
    vars: () => ({ multiple }),
    ...(multiple ? { fullNameSuffix: '[]' } : {}),
  };
}

function filesIn(sent: SubmittedValue): readonly SubmittedFile[] {
  if (sent instanceof SubmittedFile) return [sent];
  return [...(sentMembers(sent)?.values() ?? [])].filter((one) => one instanceof SubmittedFile);
}

/**
 * Creates a checkbox or single radio button. A missing value and false leave it unchecked; any other text checks it
 * (components.md section 5.5).
 */
function checkboxField(field: FormFieldDefinition): NodeBehaviour {
  const value = String(field.value ?? '1');
  const unticked = new Set((field.false_values ?? []).map(authoredText));
  const standIn = field.empty_data === undefined ? null : sentText(field.empty_data);
  return {
    begin(node, initial) {
      node.data = initial === true;
    },
    submit(node, sent) {
      const written = sentText(sent);
      if (written === undefined) {
        refuse(node);
        node.data = false;
        return;
      }
      const text = written ?? standIn ?? null;
      node.data = text !== null && !unticked.has(text);
    },
    value: () => value,
    vars: ({ data }) => ({ checked: data === true }),
  };
}

/** Creates a value that is entered twice. Errors are reported at the first field (components.md section 5.5). */
function repeatedField({ field, settings, plan }: FieldScope): NodeBehaviour {
  const halves = halvesOf(field).map((half) =>
    plan({ error_bubbling: settings.isBubbling, ...half, required: settings.isRequired }),
  );
  return {
    begin(node, initial) {
      node.data = initial;
      node.children = halves.map((half) => beginNode(createNode(half, node), initial));
    },
    submit(node, sent, extent) {
      const isObject = submitChildren(node, sent, extent);
      const [first, second] = node.children.map(({ data }) => (isEmptyValue(data) ? null : data));
      const isSame = canonicalJson(first ?? null) === canonicalJson(second ?? null);
      if (!isObject || !isSame || node.children.some(({ isConverted }) => !isConverted)) return refuse(node);
      node.data = first;
    },
    value: ({ children }) => Object.fromEntries(children.map((half) => [half.name, echoNode(half)])),
    // Returned once, because the data contains a single value.
    echo: ({ children: [first] }) => (first === undefined ? null : echoNode(first)),
    errorsAt: (node) => node.children[0] ?? node,
  };
}

function halvesOf(field: FormFieldDefinition): readonly FormFieldDefinition[] {
  const { entry_type: type, options, first_options: first, second_options: second } = field;
  const { first_name: firstName = 'first', second_name: secondName = 'second' } = field;
  const shared = { ...(type === undefined ? {} : { type }), ...options };
  return [
    { ...shared, ...first, name: firstName },
    { ...shared, ...second, name: secondName },
  ];
}
