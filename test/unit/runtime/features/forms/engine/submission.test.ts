import { describe, expect, test } from 'vitest';
import type {
  FormDefinition,
  FormFieldDefinition,
} from '../../../../../../runtime/extension-points/forms/form-definition.js';
import { AppError } from '../../../../../../runtime/kernel/errors/app-error.js';
import { aForm, context, errorsOf, nodeOf, patch, post, shown } from './form-fixtures.js';

const BLANK = 'This value should not be blank.';
const EXTRA = 'This form should not contain extra fields.';
const INVALID = 'This value is not valid.';
const notBlank = { constraints: [{ NotBlank: {} }] };

describe('the root key', () => {
  const form = aForm([{ name: 'a' }]);

  test.each([
    ['absent', {}],
    ['null', { f: null }],
    ['a text', { f: 'a' }],
    ['a number', { f: 1 }],
    ['false', { f: false }],
    ['a list', { f: [] }],
    ['inherited', JSON.parse('{"__proto__": {"f": {}}}')],
    ['flat', { 'f[a]': 'x' }],
  ])('%s is a 422 that names it', (_, body) => {
    const attempt = () => form.submit(body, { extent: 'partial', shown, context });
    expect(attempt).toThrow(AppError);
    expect(attempt).toThrow(
      expect.objectContaining({
        status: 422,
        publicMessage: 'Form object key could not be found. Expected: "f": { "input_name": "input_value" }',
      }),
    );
  });

  test('a form without a name uses the body itself', () => {
    const login = aForm([{ name: 'username' }], { 'x-form-name': '' });
    expect(post(login, { username: 'ann' }).data).toEqual({ username: 'ann' });
  });
});

describe('a full submission', () => {
  test('treats missing fields as empty and validates them', () => {
    const submission = post(aForm([{ name: 'a', ...notBlank }, { name: 'b' }]), { b: ' x ' });
    expect(submission.isValid()).toBe(false);
    expect(submission.data).toEqual({ a: null, b: 'x' });
    const tree = submission.view();
    expect(nodeOf(tree).vars).toMatchObject({ valid: false, submitted: true, errors: [] });
    expect(nodeOf(tree, 'a').vars).toMatchObject({
      valid: false,
      submitted: true,
      errors: [BLANK],
      value: '',
    });
    expect(nodeOf(tree, 'b').vars).toMatchObject({ valid: true, submitted: true, errors: [], value: 'x' });
  });

  test('does not validate required without constraints', () => {
    expect(post(aForm([{ name: 'a', required: true }]), {}).isValid()).toBe(true);
  });
});

describe('a partial submission', () => {
  const form = aForm([
    { name: 'a', ...notBlank },
    { name: 'b', ...notBlank },
  ]);

  test('neither submits nor validates missing fields', () => {
    const submission = patch(form, { b: '' });
    expect(errorsOf(submission.view())).toEqual({ 'f[b]': [BLANK] });
    expect(nodeOf(submission.view(), 'a').vars).toMatchObject({ valid: true, submitted: false, errors: [] });
    expect(submission.data).toEqual({ b: null });
  });

  test('accepts an empty object', () => {
    const submission = patch(form, {});
    expect(submission.isValid()).toBe(true);
    expect(nodeOf(submission.view()).vars.submitted).toBe(true);
  });

  test('runs class-level constraints, but reports nothing for omitted fields', () => {
    const expression = 'this.a == this.b';
    const classLevel = aForm([{ name: 'a' }, { name: 'b' }], {
      constraints: [
        { Expression: { expression, message: 'They differ.' } },
        { Expression: { expression, path: 'b', message: 'It differs.' } },
      ],
    });
    expect(errorsOf(patch(classLevel, { a: 'x' }).view())).toEqual({ f: ['They differ.'] });
    expect(errorsOf(patch(classLevel, { a: 'x', b: 'y' }).view())).toEqual({
      f: ['They differ.'],
      'f[b]': ['It differs.'],
    });
    expect(patch(classLevel, { a: 'x', b: 'x' }).isValid()).toBe(true);
  });
});

const address: FormFieldDefinition = {
  name: 'address',
  fields: [{ name: 'city', ...notBlank }, { name: 'zip' }],
};

/** Field, value of the whole form, errors by full name. */
const EXTRA_FIELDS: readonly (readonly [
  string,
  Partial<FormDefinition>,
  unknown,
  Record<string, string[]>,
])[] = [
  ['of the root', {}, { address: { city: 'x' }, more: 1 }, { f: [EXTRA] }],
  ['of the root that allows them', { allow_extra_fields: true }, { address: { city: 'x' }, more: 1 }, {}],
  [
    'named like members of every object',
    {},
    JSON.parse('{"address": {"city": "x"}, "__proto__": 1}'),
    { f: [EXTRA] },
  ],
  ['named constructor', {}, { address: { city: 'x' }, constructor: 1, toString: 2 }, { f: [EXTRA] }],
  ['of a nested form, which hands them on', {}, { address: { city: 'x', more: 1 } }, { f: [EXTRA] }],
  ['that are the positions of a list', {}, { address: ['x'] }, { f: [EXTRA], 'f[address][city]': [BLANK] }],
];

describe('extra fields', () => {
  test.for(EXTRA_FIELDS)('are validated: those %s', ([_, more, sent, want]) => {
    const form = aForm([address], more);
    expect(errorsOf(post(form, sent as never).view())).toEqual(want);
  });

  test('stay with a nested form that keeps its errors', () => {
    const form = aForm([{ ...address, error_bubbling: false }]);
    const tree = patch(form, { address: { more: 1 } }).view();
    expect(errorsOf(tree)).toEqual({ 'f[address]': [EXTRA] });
    expect(nodeOf(tree).vars).toMatchObject({ valid: false, errors: [] });
  });

  test('do not include buttons', () => {
    expect(post(aForm([{ name: 'go', type: 'submit', ...notBlank }]), { go: true }).isValid()).toBe(true);
  });
});

describe('nested forms', () => {
  test('have no value until there is data', () => {
    const form = aForm([{ name: 'address', fields: [{ name: 'city' }, { name: 'zip' }] }]);
    expect('value' in nodeOf(form.view(shown), 'address').vars).toBe(false);
    const sent = post(form, { address: { city: 'Riga' } });
    expect(sent.data).toEqual({ address: { city: 'Riga', zip: null } });
    expect(nodeOf(sent.view(), 'address').vars.value).toEqual({ city: 'Riga', zip: null });
    expect(nodeOf(patch(form, { address: {} }).view(), 'address').vars.value).toEqual([]);
  });

  test('never include a password in their value', () => {
    const form = aForm([
      {
        name: 'account',
        fields: [
          { name: 'secret', type: 'password' },
          { name: 'again', type: 'repeated', entry_type: 'password' },
        ],
      },
    ]);
    const submission = post(form, {
      account: { secret: 'hunter2', again: { first: 'hunter2', second: 'hunter2' } },
    });
    expect(submission.data).toEqual({ account: { secret: 'hunter2', again: 'hunter2' } });
    expect(JSON.stringify(submission.view())).not.toContain('hunter2');
  });

  test.each(['x', 1, true])('%j instead of an object is not valid', (sent) => {
    const submission = post(aForm([address]), { address: sent });
    expect(errorsOf(submission.view())).toEqual({ f: [INVALID] });
    expect(nodeOf(submission.view(), 'address', 'city').vars.submitted).toBe(false);
  });

  test('are null with null for empty data if nothing was filled in', () => {
    const form = aForm([{ ...address, fields: [{ name: 'city' }], empty_data: null }]);
    expect(post(form, {}).data).toEqual({ address: null });
    expect(post(form, { address: { city: 'x' } }).data).toEqual({ address: { city: 'x' } });
  });

  test('combine the constraints, labels and data of their form type with those of the field', () => {
    const definitions = new Map<string, FormDefinition>([
      [
        'AddressType',
        {
          name: 'AddressType',
          label: 'Address',
          data: { city: 'Riga' },
          error_bubbling: false,
          constraints: [{ Expression: { expression: 'this.city != "x"', message: 'Of the type.' } }],
          fields: [{ name: 'city' }],
        },
      ],
    ]);
    const field = {
      name: 'home',
      type: 'AddressType',
      constraints: [{ Expression: { expression: 'value.city != "x"', message: 'Of the field.' } }],
    };
    const form = aForm([field], {}, { definitions });
    expect(nodeOf(form.view(shown), 'home').vars.label).toBe('Address');
    expect(nodeOf(form.view(shown), 'home', 'city').vars.value).toBe('Riga');
    expect(errorsOf(post(form, { home: { city: 'x' } }).view())).toEqual({
      'f[home]': ['Of the type.', 'Of the field.'],
    });
  });
});

describe('the position of values in the data', () => {
  test.for<[string, readonly FormFieldDefinition[], unknown, unknown]>([
    ['a property path renames', [{ name: 'a', property_path: 'b' }], { a: 'x' }, { b: 'x' }],
    ['what is not mapped is left out', [{ name: 'a', mapped: false }], { a: 'x' }, {}],
    [
      'a form that inherits its data writes into that of its parent',
      [{ name: 'group', inherit_data: true, fields: [{ name: 'a' }] }],
      { group: { a: 'x' } },
      { a: 'x' },
    ],
  ])('%s', ([_, fields, sent, want]) => {
    expect(post(aForm(fields), sent as never).data).toEqual(want);
  });

  test('initial values come from the field, or from its property in the data of the form', () => {
    const form = aForm(
      [
        { name: 'a', property_path: 'x' },
        { name: 'b', data: 'own' },
        { name: 'c', mapped: false },
        { name: 'group', inherit_data: true, fields: [{ name: 'd' }] },
      ],
      { data: { x: '1', b: '2', c: '3', d: '4', other: '5' } },
    );
    const tree = form.view(shown);
    const value = (...names: string[]) => nodeOf(tree, ...names).vars.value;
    expect([value('a'), value('b'), value('c'), value('group', 'd'), value('group')]).toEqual([
      '1',
      'own',
      '',
      '4',
      undefined,
    ]);
    expect(patch(form, {}).data).toEqual({ x: '1', b: 'own', c: '3', d: '4', other: '5' });
    expect(post(form, {}).data).toEqual({ x: null, b: null, c: '3', d: null, other: '5' });
  });

  test('errors are mapped to a field by its property, through a form that inherits its data', () => {
    const form = aForm([{ name: 'group', inherit_data: true, fields: [{ name: 'a', property_path: 'b' }] }], {
      constraints: [{ Expression: { expression: 'false', path: 'b', message: 'No.' } }],
    });
    expect(errorsOf(post(form, { group: { a: 'x' } }).view())).toEqual({ 'f[group][a]': ['No.'] });
  });
});

describe('disabled fields', () => {
  const form = aForm([
    { name: 'username', disabled: true, data: 'ann', ...notBlank },
    { name: 'group', disabled: true, fields: [{ name: 'a', data: 'kept', ...notBlank }] },
    { name: 'empty', disabled: true, ...notBlank },
  ]);

  test('keep their value regardless of the submission, and are not validated', () => {
    const submission = post(form, { username: 'eve', group: { a: 'eve', extra: 1 }, empty: ['x'] });
    expect(submission.isValid()).toBe(true);
    expect(nodeOf(submission.view(), 'username').vars).toMatchObject({ value: 'ann', submitted: true });
    expect(nodeOf(submission.view(), 'group', 'a').vars.value).toBe('kept');
    expect(submission.data).toMatchObject({ username: 'ann' });
  });
});

describe('errors', () => {
  test.each<[string, FormFieldDefinition, Record<string, string[]>]>([
    [
      'of a hidden field are mapped to the parent',
      { name: 'a', type: 'hidden', ...notBlank },
      { f: [BLANK] },
    ],
    ['of a text stay on it', { name: 'a', ...notBlank }, { 'f[a]': [BLANK] }],
    [
      'of a text are mapped to the parent with error bubbling',
      { name: 'a', error_bubbling: true, ...notBlank },
      { f: [BLANK] },
    ],
    ['of a choice stay on it', { name: 'a', type: 'choice', ...notBlank }, { 'f[a]': [BLANK] }],
    ['of a date stay on it', { name: 'a', type: 'date', widget: 'choice', ...notBlank }, { 'f[a]': [BLANK] }],
    [
      'of a collection are mapped to the parent',
      { name: 'a', type: 'collection', ...notBlank },
      { f: [BLANK] },
    ],
    [
      'of a collection stay on it without error bubbling',
      { name: 'a', type: 'collection', error_bubbling: false, ...notBlank },
      { 'f[a]': [BLANK] },
    ],
    [
      'of a repeated field are mapped to its first half',
      { name: 'a', type: 'repeated', ...notBlank },
      { 'f[a][first]': [BLANK] },
    ],
  ])('%s', (_, field, want) => {
    expect(errorsOf(post(aForm([field]), {}).view())).toEqual(want);
  });

  test('are in the order of evaluation: conversion, extra fields, fields, the form', () => {
    const form = aForm(
      [
        { name: 'a', error_bubbling: true, constraints: [{ NotBlank: { message: 'field' } }] },
        { name: 'b', type: 'hidden' },
      ],
      { constraints: [{ Expression: { expression: 'false', message: 'form' } }] },
    );
    expect(nodeOf(post(form, { more: 1 }).view()).vars.errors).toEqual([EXTRA, 'field', 'form']);
  });

  test('of conversion suppress further validation of the value', () => {
    const form = aForm([{ name: 'a', type: 'integer', invalid_message: 'No number.', ...notBlank }]);
    const tree = post(form, { a: 'x' }).view();
    expect(errorsOf(tree)).toEqual({ 'f[a]': ['No number.'] });
    expect(nodeOf(tree, 'a').vars.value).toBe('x');
  });

  test('of handlers are mapped to the field of their path, or to the form', () => {
    const form = aForm([
      { name: 'email', property_path: 'mail' },
      {
        name: 'children',
        type: 'collection',
        allow_add: true,
        entry_options: { fields: [{ name: 'name' }] },
      },
      { name: 'password', type: 'repeated', entry_type: 'password' },
      { name: 'token', type: 'hidden' },
      { name: 'aside', mapped: false },
      { name: 'tags', type: 'choice', multiple: true, choices: { A: 'a' } },
    ]);
    const submission = post(form, { children: { 3: { name: 'x' } }, tags: ['a'] });
    expect(submission.isValid()).toBe(true);
    for (const path of ['mail', 'children[0].name', 'password', 'token', 'aside', 'tags[0]', 'nothing', '']) {
      submission.addError(path, path);
    }
    expect(submission.isValid()).toBe(false);
    expect(errorsOf(submission.view())).toEqual({
      f: ['token', 'nothing', ''],
      'f[email]': ['mail'],
      'f[children][3][name]': ['children[0].name'],
      'f[password][first]': ['password'],
      'f[aside]': ['aside'],
      'f[tags][]': ['tags[0]'],
    });
  });

  test('constraints receive the form of their field as this, the submission as object, and run in their groups', () => {
    const expression = 'this.a == "in" and object.a == "out" and value == "x"';
    const form = aForm([
      { name: 'a' },
      {
        name: 'n',
        fields: [
          { name: 'a' },
          { name: 'b', constraints: [{ Expression: { expression } }, { NotNull: { groups: 'other' } }] },
        ],
      },
    ]);
    expect(post(form, { a: 'out', n: { a: 'in', b: 'x' } }).isValid()).toBe(true);
    expect(errorsOf(post(form, { a: 'in', n: { a: 'in' } }).view())).toEqual({ 'f[n][b]': [INVALID] });
  });
});
