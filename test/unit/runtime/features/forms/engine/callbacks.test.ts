import { describe, expect, test } from 'vitest';
import type { CallbackConstraint } from '../../../../../../runtime/kernel/contract/records/validation.js';
import { InternalError } from '../../../../../../runtime/kernel/errors/internal-error.js';
import { aForm, context, errorsOf, patch, post, shown } from './form-fixtures.js';

/** Arguments of each call of the custom constraint of the project. */
function recorder() {
  const seen: unknown[] = [];
  const record: CallbackConstraint = (value, { object, path, message, user, groups }) => {
    seen.push({ value, object, path, message, user, groups: [...groups] });
  };
  return { seen, record };
}

const refuse: CallbackConstraint = (_value, { violations, path, message }) => {
  violations.add({ propertyPath: path, message, code: null });
};

const named = (name: string, more: object = {}) => ({ constraints: [{ Callback: { name, ...more } }] });

describe('a Callback constraint in a form', () => {
  test('receives the value of its node and all submitted data', () => {
    const { seen, record } = recorder();
    const fields = [
      { name: 'age', type: 'integer', ...named('record', { message: 'Too young.' }) },
      { name: 'address', fields: [{ name: 'city', ...named('record') }] },
    ];
    const form = aForm(fields, named('record'), { constraints: { record } });
    form.submit(
      { f: { age: '7', address: { city: ' Rome ' } } },
      { extent: 'whole', shown, context: { ...context, user: { name: 'ann' } } },
    );
    const object = { age: 7, address: { city: 'Rome' } };
    const usual = { object, path: '', user: { name: 'ann' }, groups: ['Default'] };
    expect(seen).toEqual([
      { ...usual, value: 7, message: 'Too young.' },
      { ...usual, value: 'Rome', message: 'This value is not valid.' },
      { ...usual, value: object, message: 'This value is not valid.' },
    ]);
  });

  test('reports violations at its node, at each entry, and at the fields that it names', () => {
    const byPath: CallbackConstraint = (_value, { violations }) => {
      violations.add({ propertyPath: 'tags[1]', message: 'Not that one.', code: null });
    };
    const form = aForm(
      [
        { name: 'a', ...named('refuse', { message: 'No.' }) },
        {
          name: 'tags',
          type: 'collection',
          allow_add: true,
          constraints: [{ All: [{ Callback: { name: 'refuse', message: 'None.' } }] }],
        },
      ],
      named('byPath'),
      { constraints: { refuse, byPath } },
    );
    expect(errorsOf(post(form, { a: 'x', tags: ['p', 'q'] }).view())).toEqual({
      'f[a]': ['No.'],
      'f[tags][0]': ['None.'],
      'f[tags][1]': ['None.', 'Not that one.'],
    });
  });

  test('is not called for a field that a partial submission omits', () => {
    const form = aForm([{ name: 'a', ...named('refuse') }, { name: 'b' }], {}, { constraints: { refuse } });
    expect(patch(form, { b: 'x' }).isValid()).toBe(true);
    expect(patch(form, { a: 'x' }).isValid()).toBe(false);
  });

  test('that throws or is not registered fails the submission, because the value was not validated', () => {
    const fails: CallbackConstraint = () => {
      throw new Error('broken');
    };
    const form = (name: string) => aForm([{ name: 'a', ...named(name) }], {}, { constraints: { fails } });
    expect(() => post(form('fails'), { a: 'x' })).toThrow(InternalError);
    expect(() => post(form('toString'), { a: 'x' })).toThrow('No constraint is registered as "toString".');
  });
});

describe('the path of an Expression in a form', () => {
  const expression = { expression: 'false', message: 'No.' };
  const at = (path: string) => ({ constraints: [{ Expression: { ...expression, path } }] });

  test.each<[string, Parameters<typeof aForm>[0], object]>([
    ['can be a field beside the list', [{ name: 'a', ...at('b') }, { name: 'b' }], { 'f[b]': ['No.'] }],
    [
      'can be a sibling field in a nested form',
      [{ name: 'b' }, { name: 'n', fields: [{ name: 'a', ...at('b') }, { name: 'b' }] }],
      { 'f[n][b]': ['No.'] },
    ],
    [
      'can lead into a sibling form',
      [
        { name: 'a', ...at('n.b') },
        { name: 'n', allow_extra_fields: true, fields: [{ name: 'b' }] },
      ],
      { 'f[n][b]': ['No.'] },
    ],
    [
      'in a nested form can be one of its own fields',
      [{ name: 'b' }, { name: 'n', ...at('b'), allow_extra_fields: true, fields: [{ name: 'b' }] }],
      { 'f[n][b]': ['No.'] },
    ],
    [
      'that leads nowhere keeps the error at the field of the list',
      [{ name: 'a', ...at('nowhere') }],
      { 'f[a]': ['No.'] },
    ],
  ])('%s', (_what, fields, errors) => {
    const sent = { a: 'x', b: 'y', n: { a: 'x', b: 'y' } };
    expect(errorsOf(post(aForm(fields, { allow_extra_fields: true }), sent).view())).toEqual(errors);
  });

  test('inside All is relative to the entry', () => {
    const field = {
      name: 'list',
      type: 'collection',
      allow_add: true,
      entry_options: { fields: [{ name: 'b' }] },
      constraints: [{ All: [{ Expression: { ...expression, path: 'b' } }] }],
    };
    expect(errorsOf(post(aForm([field, { name: 'b' }]), { list: [{ b: 'x' }], b: 'y' }).view())).toEqual({
      'f[list][0][b]': ['No.'],
    });
  });
});
