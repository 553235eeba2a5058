import { describe, expect, test } from 'vitest';
import type { SubmittedValue } from '../../../../../runtime/features/forms/engine/compiled-form.js';
import { AppError } from '../../../../../runtime/kernel/errors/app-error.js';
import { errorsAt, EXTENTS, formOf, nodeAt, submit, submitBody } from './form-under-test.js';

const EXTRA = 'This form should not contain extra fields.';
const BLANK = 'This value should not be blank.';

const form = formOf([
  { name: 'email', type: 'email', constraints: [{ NotBlank: {} }, { Email: {} }] },
  { name: 'note' },
]);

const parse = (text: string): Record<string, SubmittedValue> =>
  JSON.parse(text) as Record<string, SubmittedValue>;

describe('Submissions', () => {
  test.each<[string, Record<string, SubmittedValue>]>([
    ['absent', {}],
    ['null', { contact: null }],
    ['a text', { contact: 'text' }],
    ['a number', { contact: 5 }],
    ['a boolean', { contact: true }],
    ['a list', { contact: [{ email: 'a@b.co' }] }],
    ['written as full names', { 'contact[email]': 'a@b.co' }],
    ['a prototype key', parse('{"__proto__": {"contact": {}}}')],
  ])('a root key that is %s is refused', (_, body) => {
    for (const extent of EXTENTS) {
      const thrown = catchFrom(() => submitBody(form, body, extent));
      expect(thrown).toBeInstanceOf(AppError);
      expect(thrown).toMatchObject({
        status: 422,
        message: 'Form object key could not be found. Expected: "contact": { "input_name": "input_value" }',
      });
    }
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'unknown', '0', ''])(
    'the unknown field "%s" is an error of the form in full and partial submissions',
    (name) => {
      for (const extent of EXTENTS) {
        const body = parse(`{"contact": {"email": "a@b.co", ${JSON.stringify(name)}: "x"}}`);
        const { tree, isValid } = submitBody(form, body, extent);
        expect([tree.vars.errors, isValid]).toEqual([[EXTRA], false]);
      }
    },
  );

  test('extra fields are accepted if the form allows them, and are not part of the data', () => {
    const open = formOf([{ name: 'note' }], { allow_extra_fields: true });
    const { tree, data, isValid } = submit(open, { note: 'a', other: 'b' });
    expect([tree.vars.errors, data, isValid]).toEqual([[], { note: 'a' }, true]);
  });

  test('an empty partial submission is valid, an empty full one is validated', () => {
    const partial = submit(form, {}, 'partial');
    expect(partial.isValid).toBe(true);
    expect(partial.tree.vars).toMatchObject({ submitted: true, valid: true, errors: [] });
    expect(nodeAt(partial.tree, 'email').vars).toMatchObject({ submitted: false, valid: true, errors: [] });
    const whole = submit(form, {});
    expect(whole.isValid).toBe(false);
    expect(whole.tree.vars).toMatchObject({ submitted: true, valid: false, errors: [] });
    expect(nodeAt(whole.tree, 'email').vars).toMatchObject({
      submitted: true,
      valid: false,
      errors: [BLANK],
    });
  });

  test('a partial submission validates the submitted fields', () => {
    expect(errorsAt(submit(form, { email: '' }, 'partial').tree, 'email')).toEqual([BLANK]);
    expect(errorsAt(submit(form, { email: 'a' }, 'partial').tree, 'email')).toEqual([
      'This value is not a valid email address.',
    ]);
  });

  test('required alone validates nothing', () => {
    expect(submit(formOf([{ name: 'note', required: true }]), {}).isValid).toBe(true);
  });

  test('constraints of the form itself run for both extents', () => {
    const evaluated = formOf([{ name: 'a' }], {
      constraints: [{ Expression: { expression: 'this.a == "b"', message: 'Not b.' } }],
    });
    for (const extent of EXTENTS)
      expect(submit(evaluated, { a: 'c' }, extent).tree.vars.errors).toEqual(['Not b.']);
  });

  test('a text that cannot be converted is not validated against constraints', () => {
    const evaluated = formOf([
      { name: 'age', type: 'integer', constraints: [{ NotBlank: {} }, { Positive: {} }] },
    ]);
    expect(errorsAt(submit(evaluated, { age: 'old' }).tree, 'age')).toEqual(['Please enter an integer.']);
    expect(errorsAt(submit(evaluated, { age: '-1' }).tree, 'age')).toEqual([
      'This value should be positive.',
    ]);
  });

  test('a disabled field keeps its value regardless of the submission, and so do its children', () => {
    const fixed = formOf([
      { name: 'plan', disabled: true, data: 'free', constraints: [{ NotBlank: {} }] },
      { name: 'within', disabled: true, fields: [{ name: 'city', data: 'Bern' }] },
    ]);
    for (const extent of EXTENTS) {
      const { tree, data, isValid } = submit(fixed, { plan: 'paid', within: { city: 'Rome' } }, extent);
      expect([nodeAt(tree, 'plan').vars.value, data.plan, isValid]).toEqual(['free', 'free', true]);
      expect(nodeAt(tree, 'within', 'city').vars).toMatchObject({ value: 'Bern', disabled: true });
    }
  });

  test('unmapped fields are validated but not part of the data, and others can use another property', () => {
    const mapped = formOf([
      { name: 'agree', type: 'checkbox', mapped: false, constraints: [{ IsTrue: {} }] },
      { name: 'mail', property_path: 'emailAddress' },
    ]);
    const { data, isValid } = submit(mapped, { agree: true, mail: 'a@b' });
    expect([data, isValid]).toEqual([{ emailAddress: 'a@b' }, true]);
    expect(errorsAt(submit(mapped, { mail: 'a@b' }).tree, 'agree')).toEqual(['This value should be true.']);
  });

  test('an empty field has its empty_data; one without trim keeps its spaces', () => {
    const settings = formOf([
      { name: 'plan', empty_data: 'free' },
      { name: 'code', trim: false },
    ]);
    expect(submit(settings, { plan: '', code: ' x ' }).data).toEqual({ plan: 'free', code: ' x ' });
  });

  test('errors added to a property are mapped to its field, others to the root', () => {
    const added = form.submit(
      { contact: { email: 'a@b.co' } },
      {
        extent: 'whole',
        shown: { action: '' },
        context: { groups: new Set(['Default']), now: new Date(), isGranted: () => false },
      },
    );
    added.addError('email', 'This value is already used.');
    added.addError('nowhere[0].name', 'Something is wrong.');
    const { vars, children } = added.view() as unknown as ReturnType<typeof submit>['tree'];
    expect(vars).toMatchObject({ valid: false, errors: ['Something is wrong.'] });
    expect(children[0]?.vars).toMatchObject({ valid: false, errors: ['This value is already used.'] });
    expect(added.isValid()).toBe(false);
  });

  test('a submission does not affect the next one', () => {
    submit(form, { email: 'nonsense', extra: 'x' });
    const { tree, isValid } = submit(form, {}, 'partial');
    expect([tree.vars.errors, nodeAt(tree, 'email').vars.value, isValid]).toEqual([[], '', true]);
  });
});

function catchFrom(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
