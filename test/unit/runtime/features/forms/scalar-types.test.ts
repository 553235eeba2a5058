import { describe, expect, test } from 'vitest';
import { SubmittedFile } from '../../../../../runtime/features/forms/model/submitted-file.js';
import type { FormFieldDefinition } from '../../../../../runtime/extension-points/forms/form-definition.js';
import type { JsonValue } from '../../../../../runtime/kernel/contract/json.js';
import { errorsAt, formOf, node, nodeAt, submit, varsOf, viewOf } from './form-under-test.js';
import type { JsonObject } from '../../../../../runtime/kernel/contract/json.js';

interface Row {
  readonly type: string;
  readonly options?: Omit<FormFieldDefinition, 'name' | 'type'>;
  readonly chain?: readonly string[];
  /** Submitted value, rendered value, data. */
  readonly good: readonly (readonly [sent: JsonValue, shown: string, data: unknown])[];
  /** Texts that cannot be converted to a value. */
  readonly bad?: readonly string[];
  readonly message: string;
}

const TEXT: Row['good'] = [
  ['text', 'text', 'text'],
  ['  text\n', 'text', 'text'],
  [5, '5', '5'],
  [true, '1', '1'],
  [false, '', null],
];

const SINGLE = { widget: 'single_text' } as const;

/** components.md section 5.5, row by row. */
const ROWS: readonly Row[] = [
  { type: 'text', chain: ['form', 'text'], good: TEXT, message: 'This value is not valid.' },
  { type: 'textarea', chain: ['form', 'text', 'textarea'], good: TEXT, message: 'This value is not valid.' },
  {
    type: 'search',
    chain: ['form', 'text', 'search'],
    good: TEXT,
    message: 'Please enter a valid search term.',
  },
  {
    type: 'email',
    chain: ['form', 'text', 'email'],
    good: [...TEXT, ['a@b', 'a@b', 'a@b']],
    message: 'Please enter a valid email address.',
  },
  {
    type: 'tel',
    chain: ['form', 'text', 'tel'],
    good: TEXT,
    message: 'Please provide a valid phone number.',
  },
  { type: 'url', chain: ['form', 'text', 'url'], good: TEXT, message: 'Please enter a valid URL.' },
  {
    type: 'url',
    options: { default_protocol: 'http' },
    chain: ['form', 'text', 'url'],
    good: [['example.com', 'http://example.com', 'http://example.com']],
    message: 'Please enter a valid URL.',
  },
  { type: 'color', chain: ['form', 'text', 'color'], good: TEXT, message: 'Please select a valid color.' },
  { type: 'range', chain: ['form', 'text', 'range'], good: TEXT, message: 'Please choose a valid range.' },
  {
    type: 'password',
    chain: ['form', 'text', 'password'],
    good: [
      ['secret', '', 'secret'],
      [' secret ', '', ' secret '],
    ],
    message: 'The password is invalid.',
  },
  {
    type: 'integer',
    good: [
      ['5', '5', 5],
      [5, '5', 5],
      ['-5', '-5', -5],
    ],
    bad: ['five', '1.5'],
    message: 'Please enter an integer.',
  },
  {
    type: 'number',
    good: [
      ['1.5', '1.5', 1.5],
      [1.5, '1.5', 1.5],
    ],
    bad: ['much'],
    message: 'Please enter a number.',
  },
  {
    type: 'money',
    good: [
      ['12.34', '12.34', 12.34],
      [12.34, '12.34', 12.34],
    ],
    bad: ['much'],
    message: 'Please enter a valid money amount.',
  },
  { type: 'percent', good: [['25', '25', 0.25]], bad: ['much'], message: 'Please enter a percentage value.' },
  {
    type: 'date',
    options: SINGLE,
    good: [['2026-11-23', '2026-11-23', '2026-11-23']],
    bad: ['2026-02-30', '23.11.2026'],
    message: 'Please enter a valid date.',
  },
  {
    type: 'birthday',
    options: SINGLE,
    chain: ['form', 'date', 'birthday'],
    good: [['1990-01-31', '1990-01-31', '1990-01-31']],
    bad: ['1990-02-31'],
    message: 'Please enter a valid birthdate.',
  },
  {
    type: 'datetime',
    options: SINGLE,
    good: [['2026-11-23T09:30', '2026-11-23T09:30', '2026-11-23T09:30:00']],
    bad: ['2026-11-23T25:00', 'soon'],
    message: 'Please enter a valid date and time.',
  },
  {
    type: 'datetime',
    options: { ...SINGLE, with_seconds: true },
    good: [['2026-11-23T09:30:15', '2026-11-23T09:30:15', '2026-11-23T09:30:15']],
    message: 'Please enter a valid date and time.',
  },
  {
    type: 'time',
    options: SINGLE,
    good: [['09:30', '09:30', '09:30:00']],
    bad: ['25:00'],
    message: 'Please enter a valid time.',
  },
  {
    type: 'week',
    options: SINGLE,
    good: [['2026-W47', '2026-W47', '2026-W47']],
    bad: ['2026-W60'],
    message: 'Please enter a valid week.',
  },
  {
    type: 'dateinterval',
    options: SINGLE,
    good: [['P1Y2M', 'P1Y2M', 'P1Y2M']],
    bad: ['a while'],
    message: 'Please choose a valid date interval.',
  },
  {
    type: 'uuid',
    good: [
      [
        '018f6b2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
        '018f6b2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
        '018f6b2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f',
      ],
    ],
    bad: ['mine'],
    message: 'Please enter a valid UUID.',
  },
  {
    type: 'ulid',
    good: [['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV']],
    bad: ['mine'],
    message: 'Please enter a valid ULID.',
  },
];

const CASES = ROWS.map((row) => [`${row.type} ${JSON.stringify(row.options ?? {})}`, row] as const);

const chainOf = ({ type, chain }: Row): readonly string[] => chain ?? ['form', type];

/** Has a second field, so that a submission can omit the first. */
const formWith = ({ type, options }: Row, constraints: FormFieldDefinition['constraints'] = []) =>
  formOf([{ name: 'value', type, ...options, constraints }, { name: 'other' }]);

describe('Text types', () => {
  test.each(CASES)('%s is rendered empty', (_, row) => {
    expect(nodeAt(viewOf(formWith(row)), 'value')).toEqual(
      node(varsOf('value', chainOf(row), { value: '' })),
    );
  });

  test.each(CASES)('%s is not submitted when a partial submission leaves it out', (_, row) => {
    const form = formWith(row, [{ NotBlank: {} }]);
    const { tree, isValid } = submit(form, { other: 'x' }, 'partial');
    expect(nodeAt(tree, 'value')).toEqual(node(varsOf('value', chainOf(row), { value: '' })));
    expect(isValid).toBe(true);
  });

  test.each(CASES)('%s accepts valid texts', (_, row) => {
    for (const [sent, value, data] of row.good) {
      const result = submit(formWith(row), { value: sent });
      expect(nodeAt(result.tree, 'value')).toEqual(
        node(varsOf('value', chainOf(row), { submitted: true, value })),
      );
      expect(result.data).toEqual({ value: data, other: null });
      expect(result.isValid).toBe(true);
    }
  });

  test.each(CASES)('%s is null when it is empty, null or missing', (_, row) => {
    for (const values of [{ value: '' }, { value: null }, {}]) {
      const { tree, data } = submit(formWith(row), values);
      expect(nodeAt(tree, 'value')).toEqual(
        node(varsOf('value', chainOf(row), { submitted: true, value: '' })),
      );
      expect(data.value).toBeNull();
    }
  });

  test.each(CASES)('%s is validated when a full submission omits it', (_, row) => {
    const { tree, isValid } = submit(formWith(row, [{ NotBlank: {} }]), {});
    const errors = ['This value should not be blank.'];
    expect(nodeAt(tree, 'value')).toEqual(
      node(varsOf('value', chainOf(row), { submitted: true, valid: false, value: '', errors })),
    );
    expect(isValid).toBe(false);
  });

  test.each(CASES)('%s renders an invalid text, with the message of its type', (_, row) => {
    for (const value of row.bad ?? []) {
      const { tree, isValid } = submit(formWith(row), { value });
      const found = nodeAt(tree, 'value');
      const { error_hints: hints, ...vars } = found.vars as JsonObject;
      expect({ ...found, vars }).toEqual(
        node(varsOf('value', chainOf(row), { submitted: true, valid: false, value, errors: [row.message] })),
      );
      expect(hints).toEqual([expect.stringMatching(/^Expected an? .* such as .*\.$/)]);
      expect(isValid).toBe(false);
    }
  });

  test.each(CASES)('%s refuses a list or an object with the message of its type', (_, row) => {
    for (const sent of [['a'], { a: 'b' }, [], {}]) {
      const { tree, isValid } = submit(formWith(row), { value: sent });
      expect(errorsAt(tree, 'value')).toEqual([row.message]);
      expect(tree.vars).toMatchObject({ valid: false, submitted: true, errors: [] });
      expect(isValid).toBe(false);
    }
  });

  test.each(CASES)('%s has the message that its field declares', (_, row) => {
    const form = formOf([{ name: 'value', type: row.type, ...row.options, invalid_message: 'No.' }]);
    expect(errorsAt(submit(form, { value: ['a'] }).tree, 'value')).toEqual(['No.']);
  });

  test('a password is never rendered, whether it is accepted or not', () => {
    const form = formOf([
      { name: 'password', type: 'password', constraints: [{ Length: { min: 20 } }] },
      { name: 'twice', type: 'repeated', entry_type: 'password' },
    ]);
    const values = { password: 'hunter2', twice: { first: 'hunter2', second: 'hunter2' } };
    expect(JSON.stringify(submit(form, values).tree)).not.toContain('hunter2');
    const different = { ...values, twice: { first: 'hunter2', second: 'hunter22' } };
    expect(JSON.stringify(submit(form, different).tree)).not.toContain('hunter2');
  });

  test('errors of a hidden field are mapped to the root', () => {
    const form = formOf([{ name: 'value', type: 'hidden', constraints: [{ NotBlank: {} }] }]);
    const { tree } = submit(form, {});
    // The field itself no longer has an error.
    expect(nodeAt(tree, 'value')).toEqual(
      node(varsOf('value', ['form', 'hidden'], { submitted: true, required: false, value: '' })),
    );
    expect(tree.vars).toMatchObject({ valid: false, errors: ['This value should not be blank.'] });
    expect(submit(form, { value: [] }).tree.vars.errors).toEqual(['The hidden field is invalid.']);
    expect(nodeAt(viewOf(form), 'value').vars.value).toBe('');
  });
});

const CHECKBOX = ['form', 'checkbox'];

describe('Checkboxes', () => {
  const form = formOf([{ name: 'agree', type: 'checkbox' }, { name: 'other' }]);

  test('a checkbox has the value 1 and its state in checked', () => {
    expect(nodeAt(viewOf(form), 'agree')).toEqual(
      node(varsOf('agree', CHECKBOX, { value: '1', checked: false })),
    );
    const ticked = formOf([{ name: 'agree', type: 'checkbox', value: 'yes', data: true }]);
    expect(nodeAt(viewOf(ticked), 'agree').vars).toMatchObject({ value: 'yes', checked: true });
  });

  test.each([
    [null, false],
    [false, false],
    [true, true],
    ['1', true],
    ['', true],
    ['0', true],
    ['false', true],
    [0, true],
    ['on', true],
  ])('a checkbox with the submitted value %j is checked: %s', (agree, checked) => {
    const { tree, data, isValid } = submit(form, { agree });
    expect(nodeAt(tree, 'agree')).toEqual(
      node(varsOf('agree', CHECKBOX, { value: '1', checked, submitted: true })),
    );
    expect([data.agree, isValid]).toEqual([checked, true]);
  });

  test('a checkbox that a full submission omits is unchecked, a partial one does not submit it', () => {
    expect(submit(form, {}).data.agree).toBe(false);
    expect(nodeAt(submit(form, {}).tree, 'agree').vars).toMatchObject({ checked: false, submitted: true });
    expect(nodeAt(submit(form, { other: 'x' }, 'partial').tree, 'agree').vars.submitted).toBe(false);
  });

  test('a checkbox treats only the false values of its field as unchecked', () => {
    const strict = formOf([{ name: 'agree', type: 'checkbox', false_values: ['no', null] }]);
    expect(['no', null, 'yes'].map((agree) => submit(strict, { agree }).data.agree)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('a list or an object is not a valid state of a checkbox', () => {
    for (const agree of [[], ['1'], {}]) {
      expect(errorsAt(submit(form, { agree }).tree, 'agree')).toEqual(['The checkbox has an invalid value.']);
    }
  });

  test('a radio is a checkbox with another message', () => {
    const alone = formOf([{ name: 'pick', type: 'radio', value: 'a' }]);
    expect(nodeAt(viewOf(alone), 'pick')).toEqual(
      node(varsOf('pick', ['form', 'checkbox', 'radio'], { value: 'a', checked: false })),
    );
    expect(nodeAt(submit(alone, { pick: 'a' }).tree, 'pick').vars.checked).toBe(true);
    expect(errorsAt(submit(alone, { pick: ['a'] }).tree, 'pick')).toEqual(['Please select a valid option.']);
  });
});

describe('Buttons', () => {
  test.each([
    ['submit', ['button', 'submit']],
    ['reset', ['button', 'reset']],
    ['button', ['button']],
  ])('a %s has no value, and a submitted value is ignored', (type, chain) => {
    const form = formOf([{ name: 'send', type, label: 'Send' }]);
    const shown = nodeAt(viewOf(form), 'send');
    const { name, full_name, id, unique_block_prefix, block_prefixes, disabled, attr } = varsOf(
      'send',
      chain,
    );
    expect(shown.vars).toMatchObject({
      name,
      full_name,
      id,
      unique_block_prefix,
      block_prefixes,
      disabled,
      attr,
    });
    expect(shown.vars.label).toBe('Send');
    for (const absent of ['label_attr', 'required', 'valid', 'submitted', 'errors', 'value'])
      expect(shown.vars).not.toHaveProperty(absent);
    const { tree, data, isValid } = submit(form, { send: ['anything'] });
    expect([nodeAt(tree, 'send'), data, isValid]).toEqual([shown, {}, true]);
  });
});

describe('Files', () => {
  test.each([
    [false, 'contact[docs]'],
    [true, 'contact[docs][]'],
  ])('a file field (multiple: %s) accepts no file from JSON', (multiple, full_name) => {
    const form = formOf([{ name: 'docs', type: 'file', multiple }]);
    const vars = varsOf('docs', ['form', 'file'], { full_name, multiple, value: '' });
    expect(nodeAt(viewOf(form), 'docs')).toEqual(node(vars));
    for (const docs of ['text', 5, null]) {
      const { data, isValid } = submit(form, { docs });
      expect([data.docs, isValid]).toEqual([multiple ? [] : null, true]);
    }
  });

  test('a file field accepts the files of a multipart submission', () => {
    const file = new SubmittedFile({ name: 'a.txt', mediaType: 'text/plain', size: 3, path: '/nowhere' });
    const form = formOf([
      { name: 'one', type: 'file' },
      { name: 'docs', type: 'file', multiple: true },
    ]);
    const { tree, data, isValid } = submit(form, { one: file, docs: [file, file] });
    expect([data, isValid]).toEqual([{ one: file, docs: [file, file] }, true]);
    expect(JSON.stringify(tree)).not.toContain('nowhere');
    expect(errorsAt(submit(formOf([{ name: 'value' }]), { value: file }).tree, 'value')).toEqual([
      'This value is not valid.',
    ]);
  });
});
