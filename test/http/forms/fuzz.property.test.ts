import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition, FormFieldDefinition } from '../../../runtime/kernel/contract/forms.js';
import type { TestResponse } from '../../support/test-client.js';
import { testTypes } from '../../support/test-types.js';
import { startFormsApp, type FormsApp } from './support.js';

const NOT_BLANK = { constraints: [{ NotBlank: {} }] };
const CHOICES = { choices: { Red: 'red', Blue: 'blue', Group: { Two: 2, Yes: true } } };

const PLAIN = (
  'text textarea search email password tel url color range hidden integer number money percent checkbox radio ' +
  'date datetime time week birthday dateinterval country language locale currency timezone uuid ulid file ' +
  'submit reset button'
).split(' ');

const FIELDS: readonly FormFieldDefinition[] = [
  ...PLAIN.map((type) => ({ name: type, type, required: false })),
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
  { name: 'kept', type: 'collection', data: ['a', 'b'], keep_as_list: true, delete_empty: true },
  {
    ...{ name: 'lists', type: 'collection', entry_type: 'collection', allow_add: true },
    entry_options: { entry_type: 'integer', allow_add: true, constraints: [{ Unique: {} }] },
  },
  { name: 'twice', type: 'repeated', entry_type: 'password', constraints: [{ PasswordStrength: {} }] },
  { name: 'disabled', type: 'AddressType', disabled: true },
  { name: 'aside', mapped: false },
  { name: 'judged', constraints: [{ Callback: { name: 'short' } }] },
];

const EVERYTHING: FormDefinition = {
  name: 'EverythingType',
  constraints: [{ Expression: { expression: 'this.text != this.email', path: 'email' } }],
  fields: FIELDS,
};

const ADDRESS: FormDefinition = {
  name: 'AddressType',
  fields: [{ name: 'city', ...NOT_BLANK }, { name: 'zip' }],
};

let app: FormsApp;
let form: string;
beforeAll(async () => {
  const forms = [EVERYTHING, ADDRESS].map((definition) => ({ definition }));
  app = await startFormsApp({
    manifest: { ...testTypes, forms },
    extensions: {
      constraints: {
        short(value, { violations, path, message }) {
          if (String(value).length > 3) violations.add({ propertyPath: path, message, code: null });
        },
      },
    },
  });
  form = await app.aForm('EverythingType');
});
afterAll(() => app.close());

const PROTOTYPE_KEYS = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'length'];
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...FIELDS.map((field) => field.name)) },
  { weight: 1, arbitrary: fc.constantFrom(...PROTOTYPE_KEYS, 'inherited', 'extra', '', 'a[b]', '_shown_at') },
);
const inner = fc.constantFrom(
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
const scalar = fc.oneof(
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
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(inner, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.nat(1500).map((length) => Array.from({ length }, () => 'x')),
  ),
}));
const values = fc.dictionary(name, value, { maxKeys: 12, noNullPrototype: true });
const body = fc.oneof(
  { weight: 9, arbitrary: values.map((everything) => ({ everything })) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('everything', 'other', 'toString'), value) },
);

/** A part of a multipart body: a text or a file, under a name of every shape. */
const part = fc.record({
  path: fc
    .oneof(
      { weight: 9, arbitrary: fc.tuple(name, fc.array(fc.oneof(inner, fc.constant('')), { maxLength: 3 })) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom('x][', '[', ']'), fc.constant([])) },
    )
    .map(([first, others]) => `everything[${first}]${others.map((key) => `[${key}]`).join('')}`),
  content: fc.oneof(
    scalar.map(String),
    fc.uint8Array({ maxLength: 2000 }).map((bytes) => new File([bytes], 'a "file" \u00e9.png')),
  ),
});

const RUNS = { numRuns: 80 };

const NO_ROOT = 'Form object key could not be found. Expected: "everything":';

/** Answers the status, and says of a problem which one it is. */
function expectForm(answer: TestResponse, success: number): number | string {
  const { status, body: document, text, headers } = answer;
  if (headers.get('content-type')?.startsWith('application/problem+json') === true) {
    // Text that no database stores, and names of parts that contradict each other, are no submission.
    if (status !== 400) expect([status, document.detail]).toEqual([422, expect.stringContaining(NO_ROOT)]);
    return status === 400 ? status : 'no root key';
  }
  expect([success, 422], text.slice(0, 300)).toContain(status);
  expect(document).toMatchObject({ '@id': form, '@type': 'Form', formType: 'EverythingType' });
  expect(document.formView.vars).toMatchObject({
    ...{ submitted: true, valid: status === success, name: 'everything' },
  });
  return status;
}

async function storedRows(): Promise<unknown> {
  const { database } = app.app;
  return database.transaction((session) => session.all(`select * from ${database.table('form')}`, {}));
}

describe('whatever is sent to a form with fields of every type', () => {
  const stored = async () => [(await app.get(form)).body, await storedRows(), await app.leftFiles()];

  test.each([
    ['PATCH', 200, () => app.patch, [200, 422, 'no root key']],
    ['POST', 201, () => app.post, [422, 'no root key']],
  ] as const)('a %s of JSON is answered with the form, and nothing is stored', async (...row) => {
    const [, success, send, kinds] = row;
    const before = await stored();
    const seen = new Set<number | string>();
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        seen.add(expectForm(await send()(`${form}/submit`, sent, { as: 'user' }), success));
      }),
      RUNS,
    );
    expect([...seen]).toEqual(expect.arrayContaining([...kinds]));
    expect(await stored()).toEqual(before);
  });

  test('a POST of parts is answered with the form, and nothing is stored', async () => {
    const before = await stored();
    const token = await app.token('user');
    const seen = new Set<number | string>();
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        const data = new FormData();
        for (const { path, content } of parts) data.append(path, content);
        seen.add(expectForm(await app.postParts(`${form}/submit`, data, token), 201));
      }),
      RUNS,
    );
    expect([...seen]).toEqual(expect.arrayContaining([422, 'no root key']));
    expect(await stored()).toEqual(before);
  });
});
