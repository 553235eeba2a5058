import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FormFieldDefinition } from '../../../../../../runtime/extension-points/forms/form-definition.js';
import type { JsonObject, JsonValue } from '../../../../../../runtime/kernel/contract/json.js';
import { FIELD_TYPES } from '../../../../../../runtime/features/forms/engine/field-types.js';
import { aForm, errorsOf, nodeOf, patch, post, type TreeNode } from './form-fixtures.js';

const choices = { Small: 's', Large: 'l', Yes: true, Two: 2 };
const constraints = [{ NotBlank: {} }];
const variants: readonly Partial<FormFieldDefinition>[] = [
  {},
  { constraints, required: false },
  {
    multiple: true,
    expanded: true,
    allow_add: true,
    allow_delete: true,
    delete_empty: true,
    entry_type: 'integer',
  },
  {
    expanded: true,
    widget: 'choice',
    allow_add: true,
    keep_as_list: true,
    entry_type: 'repeated',
    constraints,
  },
  { widget: 'text', allow_add: true, entry_options: { fields: [{ name: 'a', constraints }] } },
];
// Long lists of choices, for example countries, are read like short ones.
const types = [...FIELD_TYPES].filter(([type, { chain }]) => chain[1] !== 'choice' || type === 'choice');
const fields = types.flatMap(([type]): FormFieldDefinition[] =>
  variants.map((variant, index) => ({ name: `${type}${index}`, type, choices, ...variant })),
);
const form = aForm([
  ...fields,
  { name: 'nested', fields: [{ name: 'secret', type: 'password' }, { name: 'a' }] },
]);

const names = fc.constantFrom(
  '0',
  '1',
  '01',
  'a',
  'first',
  'second',
  'year',
  'month',
  '__proto__',
  'constructor',
);
const values: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue; object: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('', ' ', 's', '2', '2026', '2026-11-23', 'true', null, true, false, 0, -1, 1e300),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  // Created by JSON.parse, so that `__proto__` is an ordinary member.
  object: fc
    .array(fc.tuple(names, tie('value')), { maxLength: 4 })
    .map((members) => Object.fromEntries(members)),
})).value;
const submissions = fc
  .array(fc.tuple(fc.constantFrom(...fields.map(({ name }) => name), 'nested', 'more', '__proto__'), values))
  .map((members) => Object.fromEntries(members) as JsonObject);

describe('any submitted value', () => {
  test.each([
    ['whole', post],
    ['partial', patch],
  ])('in a %s submission gets a response that is valid exactly if its tree is', (_, submit) => {
    fc.assert(
      fc.property(submissions, (sent) => {
        const submission = submit(form, sent);
        const tree = submission.view();
        expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
        expect(submission.isValid()).toBe(Object.keys(errorsOf(tree)).length === 0);
        expect(nodeOf(tree).vars.valid).toBe(submission.isValid());
        expect(Object.getPrototypeOf(submission.data)).toBe(Object.prototype);
      }),
      { numRuns: 100 },
    );
  });

  test('in a partial submission causes no errors on omitted fields', () => {
    const isQuiet = ({ vars, children }: TreeNode): boolean =>
      vars.submitted !== false ||
      ((vars.errors as readonly string[]).length === 0 && children.every(isQuiet));
    fc.assert(
      fc.property(submissions, (sent) => nodeOf(patch(form, sent).view()).children.every(isQuiet)),
      { numRuns: 100 },
    );
  });

  test('with a thousand levels instead of a text is one invalid value', () => {
    let deep: JsonValue = 'x';
    for (let level = 0; level < 1000; level += 1) deep = level % 2 === 0 ? [deep] : { a: deep };
    expect(errorsOf(post(aForm([{ name: 'a' }]), { a: deep }).view())).toEqual({
      'f[a]': ['This value is not valid.'],
    });
  });
});
