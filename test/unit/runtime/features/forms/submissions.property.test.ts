import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SubmittedValue } from '../../../../../runtime/features/forms/engine/compiled-form.js';
import type { FormFieldDefinition } from '../../../../../runtime/extension-points/forms/form-definition.js';
import type { ConstraintNotation } from '../../../../../runtime/kernel/contract/schema/constraints.js';
import type { JsonValue } from '../../../../../runtime/kernel/contract/json.js';
import { AppError } from '../../../../../runtime/kernel/errors/app-error.js';
import { EXTENTS, formOf, submitBody, viewOf, type Tree } from './form-under-test.js';
import { expectedOf, MODELLED, REFUSED } from './plain-model.js';

const RUNS = 5000;

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];
const KEYS = [
  'a',
  'b',
  'c',
  'first',
  'second',
  'city',
  'year',
  'month',
  'day',
  'hour',
  '0',
  '1',
  '-1',
  '01',
  '',
];

/** Texts that are valid for some type, and texts that are not. */
const TEXTS = [
  ...[
    '',
    ' ',
    'a',
    'b',
    ' a ',
    '5',
    '-3',
    '1.5',
    '12.34',
    '007',
    '1e3',
    '1,5',
    'NaN',
    'false',
    'on',
    '\u0000',
    '😀',
  ],
  ...['2026-11-23', '2026-02-30', '2026-11-23T09:30', '09:30', '24:00', '2026-W47', '2025-W53', 'P1Y2D', 'P'],
  ...['018f6b2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'DE', 'x'.repeat(10_000)],
  ...PROTOTYPE_KEYS,
];

/** Objects as in a request body, where the key `__proto__` is an ordinary one. */
const objectOf = (entries: readonly (readonly [string, JsonValue])[]): JsonValue =>
  JSON.parse(
    `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`,
  ) as JsonValue;

const nested = (open: string, close: string): JsonValue =>
  JSON.parse(`${open.repeat(500)}1${close.repeat(500)}`) as JsonValue;

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue[]>(...TEXTS),
  fc.constantFrom<JsonValue[]>(null, true, false, 0, 1, 5, -3, 1.5, 1e21, 1e-7, 9007199254740993),
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);

const value = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: scalar },
    { weight: 1, arbitrary: fc.constantFrom(nested('[', ']'), nested('{"a":', '}')) },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom('a', '5', '0', '', 'constructor'), { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom(...KEYS, ...PROTOTYPE_KEYS), tie('value')), { maxLength: 5 })
        .map(objectOf),
    },
  ),
})).value;

const constraint: fc.Arbitrary<ConstraintNotation> = fc.constantFrom<ConstraintNotation[]>(
  { NotBlank: {} },
  { NotNull: {} },
  { Length: { min: 2, max: 5 } },
  { Email: {} },
  { Count: { min: 1, max: 2 } },
  { All: [{ NotBlank: {} }, { Length: { max: 3 } }] },
  { Regex: { pattern: '^a' } },
  { Range: { min: 0, max: 10 } },
  { Choice: { choices: ['a', 1] } },
  { Unique: {} },
  { Date: {} },
  { Positive: {} },
  { IsTrue: {} },
  { Expression: { expression: 'value == "a"' } },
);

const SCALAR_TYPES = [
  ...['text', 'textarea', 'search', 'email', 'tel', 'url', 'color', 'range', 'password', 'hidden', 'integer'],
  ...['number', 'money', 'percent', 'checkbox', 'radio', 'date', 'birthday', 'datetime', 'time', 'week'],
  ...['dateinterval', 'uuid', 'ulid', 'file', 'submit', 'reset', 'button', 'country', 'currency', 'timezone'],
] as const;

const options = fc.record(
  {
    constraints: fc.array(constraint, { maxLength: 2 }),
    required: fc.boolean(),
    disabled: fc.boolean(),
    mapped: fc.boolean(),
    trim: fc.boolean(),
    error_bubbling: fc.boolean(),
    property_path: fc.constantFrom('a', 'other', '__proto__'),
    priority: fc.integer({ min: -2, max: 2 }),
    widget: fc.constantFrom('single_text' as const, 'choice' as const),
  },
  { requiredKeys: [] },
);

const choice = fc.record(
  {
    type: fc.constant('choice'),
    choices: fc.constant({ A: 'a', Five: 5, No: false, G: { P: 'constructor' } }),
  },
  { requiredKeys: ['type', 'choices'] },
);

/** Fields of every type, with nested fields. */
const fields = fc.letrec<{ field: Omit<FormFieldDefinition, 'name'>; list: readonly FormFieldDefinition[] }>(
  (tie) => ({
    field: fc
      .tuple(
        options,
        fc.oneof(
          { depthSize: 'small' },
          { weight: 6, arbitrary: fc.record({ type: fc.constantFrom(...SCALAR_TYPES) }) },
          {
            weight: 3,
            arbitrary: fc
              .tuple(choice, fc.record({ multiple: fc.boolean(), expanded: fc.boolean() }))
              .map(([base, rendering]) => ({ ...base, ...rendering })),
          },
          { weight: 1, arbitrary: tie('list').map((inner) => ({ fields: inner })) },
          {
            weight: 2,
            arbitrary: fc
              .record({
                entry: tie('field'),
                allow_add: fc.boolean(),
                allow_delete: fc.boolean(),
                delete_empty: fc.boolean(),
                keep_as_list: fc.boolean(),
              })
              .map(({ entry: { type = 'text', ...entry_options }, ...collection }) => ({
                ...collection,
                type: 'collection',
                entry_type: entry_options.fields === undefined ? type : 'ChildType',
                entry_options,
              })),
          },
          {
            weight: 1,
            arbitrary: fc
              .constantFrom('text', 'password', 'integer')
              .map((entry_type) => ({ type: 'repeated', entry_type })),
          },
        ),
      )
      .map(([common, typed]) => ({ ...common, ...typed })),
    list: fc
      .array(tie('field'), { maxLength: 4 })
      .map((list) => list.map((field, index) => ({ name: KEYS[index] ?? 'z', ...field }))),
  }),
);

const CHILD = { name: 'ChildType', fields: [{ name: 'city' }, { name: 'a', type: 'integer' }] };

/** All nodes of a tree, including its root. */
function nodesOf(tree: Tree): readonly Tree[] {
  return [tree, ...tree.children.flatMap(nodesOf)];
}

const errorsOf = ({ vars }: Tree): readonly string[] => (vars.errors ?? []) as readonly string[];

describe('Submissions of any kind', () => {
  test('get a tree, or are refused only for their root key', () => {
    fc.assert(
      fc.property(fields.list, value, fc.constantFrom(...EXTENTS), (list, sent, extent) => {
        const form = formOf(list, {}, [CHILD]);
        const isObject = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
        try {
          const { tree, isValid } = submitBody(form, { contact: sent }, extent);
          expect(isObject).toBe(true);
          expect(tree.vars).toMatchObject({ valid: isValid, submitted: true });
          expect(nodesOf(tree).flatMap(errorsOf).length > 0).toBe(!isValid);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          expect([error.status, isObject]).toEqual([422, false]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('have no side effects: the form renders as before, and objects have no new members', () => {
    fc.assert(
      fc.property(fields.list, value, (list, sent) => {
        const form = formOf(list, {}, [CHILD]);
        const before = viewOf(form);
        submitBody(form, { contact: objectOf([['a', sent]]) as Record<string, SubmittedValue> });
        expect(viewOf(form)).toEqual(before);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('have the values of a simple implementation of the contract, and are valid exactly if it accepts them', () => {
    const names = MODELLED.map((_, index) => `f${index}`);
    const form = formOf(MODELLED.map((field, index) => ({ ...field, name: names[index] ?? '' })));
    const sendable = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
    fc.assert(
      fc.property(sendable, (sent) => {
        const expected = MODELLED.map((field, index) => expectedOf(field, sent[names[index] ?? '']));
        const { data, isValid, tree } = submitBody(form, { contact: sent });
        const refused = names.filter((_, index) => expected[index] === REFUSED);
        const invalid = tree.children
          .filter((child) => child.vars.valid === false)
          .map(({ vars }) => vars.name);
        // Collections and hidden fields map their errors to the root.
        expect(refused).toEqual(expect.arrayContaining(invalid));
        expect(isValid).toBe(refused.length === 0);
        for (const [index, name] of names.entries())
          if (expected[index] !== REFUSED) expect([name, data[name]]).toEqual([name, expected[index]]);
      }),
      { numRuns: RUNS },
    );
  });
});
