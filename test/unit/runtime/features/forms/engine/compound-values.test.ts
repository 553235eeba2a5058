import { describe, expect, test } from 'vitest';
import type { FormFieldDefinition } from '../../../../../../runtime/extension-points/forms/form-definition.js';
import { MAX_ENTRIES } from '../../../../../../runtime/features/forms/engine/node.js';
import { aForm, errorsOf, nodeOf, patch, post, shown } from './form-fixtures.js';

const BLANK = 'This value should not be blank.';
const EXTRA = 'This form should not contain extra fields.';
const MISMATCH = 'The values do not match.';
const notBlank = { constraints: [{ NotBlank: {} }] };

describe('collections', () => {
  const list = (more: Partial<FormFieldDefinition> = {}) =>
    aForm([{ name: 'c', type: 'collection', ...more }]);
  const named = { entry_options: { fields: [{ name: 'name', ...notBlank }] } };

  type Row = readonly [string, Partial<FormFieldDefinition>, unknown, unknown, Record<string, string[]>?];
  const rows: readonly Row[] = [
    ['nothing', {}, undefined, []],
    ['nothing, with other empty data', { empty_data: null }, undefined, null],
    ['unknown entries without adding', {}, ['x'], [], { f: [EXTRA] }],
    ['unknown entries with adding', { allow_add: true }, ['x', 'y'], ['x', 'y']],
    ['entries in the order of their numbers', { allow_add: true }, { 7: 'y', 3: 'x' }, ['x', 'y']],
    [
      'entries with keys that are not numbers',
      { allow_add: true },
      { __name__: 'x', '01': 'y', 0: 'z' },
      ['z'],
      { f: [EXTRA] },
    ],
    ['entries named like members', { allow_add: true }, JSON.parse('{"__proto__": "x"}'), [], { f: [EXTRA] }],
    ['no list', { allow_add: true }, 'x', null, { f: ['The collection is invalid.'] }],
    [
      'entries of another type',
      { allow_add: true },
      [['x'], 'y'],
      [null, 'y'],
      { 'f[c][0]': ['This value is not valid.'] },
    ],
    ['removed entries without deleting', { data: ['x', 'y'] }, { 1: 'z' }, [null, 'z']],
    ['removed entries with deleting', { data: ['x', 'y'], allow_delete: true }, { 1: 'z' }, ['z']],
    ['all entries removed', { data: ['x'], allow_delete: true, empty_data: null }, [], []],
    ['empty entries', { allow_add: true }, ['', 'x'], [null, 'x']],
    ['empty entries that go', { allow_add: true, delete_empty: true }, ['', 'x'], ['x']],
    ['empty entries that were there', { data: ['x'], allow_add: true, delete_empty: true }, ['', ''], [null]],
    [
      'empty entries that were there and may go',
      { data: ['x'], allow_add: true, allow_delete: true, delete_empty: true },
      ['', 'y'],
      ['y'],
    ],
    [
      'empty forms that go',
      { allow_add: true, delete_empty: true, ...named },
      [{}, { name: 'x' }],
      [{ name: 'x' }],
    ],
    [
      'entries that are not valid',
      { allow_add: true, ...named },
      [{}],
      [{ name: null }],
      { 'f[c][0][name]': [BLANK] },
    ],
    [
      'extra fields of an entry, which stay there',
      { allow_add: true, ...named },
      [{ name: 'x', y: 1 }],
      [{ name: 'x' }],
      { 'f[c][0]': [EXTRA] },
    ],
    [
      'constraints of all entries, which stay with them',
      { allow_add: true, constraints: [{ Count: { min: 3 } }, { All: [{ Length: { min: 2 } }] }] },
      ['x', 'yy'],
      ['x', 'yy'],
      {
        f: ['This collection should contain 3 elements or more.'],
        'f[c][0]': ['This value is too short. It should have 2 characters or more.'],
      },
    ],
  ];

  test.each(rows.map((row) => [row[0], row] as const))(
    'validate %s',
    (_, [, more, sent, data, errors = {}]) => {
      const submission = post(list(more), (sent === undefined ? {} : { c: sent }) as never);
      expect(errorsOf(submission.view())).toEqual(errors);
      expect(submission.data.c ?? null).toEqual(data);
    },
  );

  test('render their entries as a list, or by their numbers', () => {
    const value = (sent: unknown, more = {}) =>
      nodeOf(post(list({ allow_add: true, ...more }), { c: sent } as never).view(), 'c').vars.value;
    expect(value(['x'])).toEqual(['x']);
    expect(value({ 4: 'x' })).toEqual({ 4: 'x' });
    expect(value({ 4: 'x' }, { keep_as_list: true })).toEqual(['x']);
    expect('value' in nodeOf(list().view(shown), 'c').vars).toBe(false);
    expect(nodeOf(list({ data: ['x'] }).view(shown), 'c').vars.value).toEqual(['x']);
  });

  test('have a prototype if entries can be added', () => {
    const of = (more: Partial<FormFieldDefinition>) => nodeOf(list(more).view(shown), 'c');
    expect(of({ allow_add: true }).vars).toMatchObject({ allow_add: true, allow_delete: false });
    expect(of({ allow_add: true }).prototype?.vars).toMatchObject({ name: '__name__', value: '' });
    expect(of({ allow_add: true, prototype_name: '__tag__' }).prototype?.vars.full_name).toBe(
      'f[c][__tag__]',
    );
    expect('prototype' in of({ allow_add: true, prototype: false })).toBe(false);
    expect('prototype' in of({})).toBe(false);
  });

  test('keep the entries that a partial submission does not name', () => {
    const form = list({ data: ['x', 'y', 'z'], allow_delete: true });
    const submission = patch(form, { c: { 1: 'changed' } });
    expect(submission.data).toEqual({ c: ['x', 'changed', 'z'] });
    const submitted = nodeOf(submission.view(), 'c').children.map(({ vars }) => vars.submitted);
    expect(submitted).toEqual([false, true, false]);
  });

  test.each([{}, null, []])('do not validate the entry in a partial submission %j', (nothing) => {
    const form = list({ allow_add: true, ...named, constraints: [{ All: [{ NotBlank: {} }] }] });
    const submission = patch(form, { c: [nothing, { name: '' }] });
    expect(errorsOf(submission.view())).toEqual({ 'f[c][1][name]': [BLANK] });
    expect(nodeOf(submission.view(), 'c', '0', 'name').vars).toMatchObject({
      submitted: false,
      valid: true,
    });
  });

  test(`report more than ${MAX_ENTRIES} new entries as an error, and do not create them`, () => {
    const submission = post(list({ allow_add: true }), { c: Array.from({ length: 10_000 }, () => 'x') });
    expect(errorsOf(submission.view())).toEqual({
      f: ['This form should not contain more than 1000 new entries.'],
    });
    expect(nodeOf(submission.view(), 'c').children).toHaveLength(MAX_ENTRIES);
  });

  test('count nested entries as well', () => {
    const inner = { type: 'collection', allow_add: true, error_bubbling: false };
    const form = list({ allow_add: true, entry_type: 'collection', entry_options: inner });
    const rows = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'x'));
    const { children } = nodeOf(post(form, { c: rows }).view(), 'c');
    expect(children).toHaveLength(100);
    expect(children.flatMap((row) => row.children)).toHaveLength(MAX_ENTRIES - 100);
    expect(children[99]?.vars.errors).toEqual(['This form should not contain more than 1000 new entries.']);
  });

  test('can contain collections', () => {
    const inner = { type: 'collection', allow_add: true, entry_type: 'integer' };
    const form = aForm([
      { name: 'c', type: 'collection', allow_add: true, entry_type: 'collection', entry_options: inner },
    ]);
    const submission = post(form, { c: [['1', '2'], ['x']] });
    expect(errorsOf(submission.view())).toEqual({ 'f[c][1][0]': ['Please enter an integer.'] });
    expect(nodeOf(submission.view(), 'c', '0', '1').vars.unique_block_prefix).toBe('_f_c_entry_entry');
  });
});

describe('repeated fields', () => {
  const form = aForm([
    {
      name: 'p',
      type: 'repeated',
      entry_type: 'password',
      first_options: { label: 'Create', constraints: [{ Length: { min: 3, minMessage: 'Short.' } }] },
      second_options: { label: 'Repeat' },
      constraints: [{ NotBlank: {} }],
    },
  ]);
  const first = (message: string) => ({ 'f[p][first]': [message] });

  test.for([
    ['both', { first: 'abc', second: 'abc' }, {}, 'abc'],
    ['others', { first: 'abc', second: 'abd' }, first(MISMATCH), undefined],
    ['the first alone', { first: 'abc' }, first(MISMATCH), undefined],
    ['the second alone', { second: 'abc' }, first(MISMATCH), undefined],
    ['an empty second', { first: 'abc', second: '' }, first(MISMATCH), undefined],
    ['two empty ones', { first: '', second: '' }, first(BLANK), null],
    ['nothing', {}, first(BLANK), null],
    ['short ones', { first: 'ab', second: 'ab' }, first('Short.'), 'ab'],
    ['no object', 'abc', first(MISMATCH), undefined],
    ['a list for the first', { first: ['x'], second: 'abc' }, first('The password is invalid.'), undefined],
    [
      'a list for the second',
      { first: 'x', second: ['x'] },
      { 'f[p][second]': ['The password is invalid.'] },
      undefined,
    ],
    ['another name', { first: 'abc', second: 'abc', third: 'abc' }, first(EXTRA), 'abc'],
  ])('validate %s', ([_, sent, errors, data]) => {
    const submission = post(form, { p: sent } as never);
    expect(errorsOf(submission.view())).toEqual(errors);
    expect(submission.data).toEqual(data === undefined ? {} : { p: data });
    expect(nodeOf(submission.view(), 'p').vars.value).toEqual({ first: null, second: null });
  });

  test('fail if a partial submission has only one half', () => {
    expect(errorsOf(patch(form, { p: { first: 'abc' } }).view())).toEqual(first(MISMATCH));
    expect(patch(form, {}).isValid()).toBe(true);
  });

  test('have halves with shared and separate options, which are as required as the field', () => {
    const field = {
      name: 'p',
      type: 'repeated',
      required: false,
      options: { label: 'Both', attr: { autocomplete: 'off' } },
      second_options: { label: 'Again' },
      first_name: 'one',
      second_name: 'two',
    };
    const tree = aForm([field]).view(shown);
    expect(nodeOf(tree, 'p').vars.value).toEqual({ one: null, two: null });
    expect(nodeOf(tree, 'p', 'one').vars).toMatchObject({
      label: 'Both',
      required: false,
      full_name: 'f[p][one]',
    });
    expect(nodeOf(tree, 'p', 'two').vars).toMatchObject({ label: 'Again', attr: { autocomplete: 'off' } });
  });

  test('render the submitted text unless it is secret', () => {
    const tree = post(aForm([{ name: 'p', type: 'repeated' }]), { p: { first: 'a', second: 'b' } }).view();
    expect(nodeOf(tree, 'p').vars.value).toEqual({ first: 'a', second: 'b' });
    expect(nodeOf(tree, 'p', 'second').vars).toMatchObject({ value: 'b', errors: [], submitted: true });
  });
});

describe('dates as choices', () => {
  const field: FormFieldDefinition = { name: 'd', type: 'date', widget: 'choice', years: [2025, 2026] };
  const form = aForm([field]);
  const INVALID = 'Please enter a valid date.';

  test.each([
    [{ year: '2026', month: '11', day: '23' }, {}, '2026-11-23'],
    [{ year: 2026, month: 2, day: 28 }, {}, '2026-02-28'],
    [{ year: '2026', month: '2', day: '30' }, { 'f[d]': [INVALID] }, undefined],
    [{ year: '2026', month: '2' }, { 'f[d]': [INVALID] }, undefined],
    [{ year: '1800', month: '2', day: '1' }, { 'f[d]': [INVALID] }, undefined],
    [{ year: ['2026'], month: '2', day: '1' }, { 'f[d]': [INVALID] }, undefined],
    ['2026-11-23', { 'f[d]': [INVALID] }, undefined],
    [{ year: '', month: '', day: '' }, {}, null],
    [{}, {}, null],
    [null, {}, null],
    [{ year: '2026', month: '11', day: '23', hour: '1' }, { 'f[d]': [EXTRA] }, '2026-11-23'],
  ])('validate %j', (sent, errors, data) => {
    const submission = post(form, { d: sent });
    expect(errorsOf(submission.view())).toEqual(errors);
    expect(submission.data).toEqual(data === undefined ? {} : { d: data });
  });

  test('have their parts as choices below the field', () => {
    const tree = aForm([{ ...field, data: '2026-11-03' }]).view(shown);
    expect(nodeOf(tree, 'd').vars.value).toEqual({ year: '2026', month: '11', day: '3' });
    expect(nodeOf(tree, 'd', 'year').vars).toMatchObject({
      full_name: 'f[d][year]',
      id: 'f_d_year',
      block_prefixes: ['form', 'choice', '_f_d_year'],
      value: '2026',
      choices: [{ value: '2025' }, { value: '2026' }],
      placeholder_in_choices: false,
    });
    expect('placeholder' in nodeOf(tree, 'd', 'year').vars).toBe(false);
    const optional = aForm([{ ...field, required: false }]).view(shown);
    expect(nodeOf(optional, 'd', 'day').vars).toMatchObject({ placeholder: '', required: false, value: '' });
  });

  test('have their parts as text inputs with the text widget', () => {
    const typed = aForm([{ name: 'd', type: 'time', widget: 'text' }]);
    expect(nodeOf(typed.view(shown), 'd', 'hour').vars.block_prefixes).toEqual(['form', 'text', '_f_d_hour']);
    expect(post(typed, { d: { hour: '9', minute: '5' } }).data).toEqual({ d: '09:05:00' });
  });

  test('keep the submitted values', () => {
    const tree = post(form, { d: { year: '2026', month: '2', day: '30' } }).view();
    expect(nodeOf(tree, 'd').vars).toMatchObject({
      value: { year: '2026', month: '2', day: '30' },
      valid: false,
    });
  });
});
