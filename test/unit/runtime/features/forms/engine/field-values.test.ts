import { describe, expect, test } from 'vitest';
import type { FormFieldDefinition } from '../../../../../../runtime/extension-points/forms/form-definition.js';
import { SubmittedFile } from '../../../../../../runtime/features/forms/model/submitted-file.js';
import { aForm, errorsOf, nodeOf, post, shown } from './form-fixtures.js';

/** Field, submitted value, rendered value, data. If there is a message, the data is not checked. */
type Row = readonly [Partial<FormFieldDefinition>, unknown, unknown, unknown, string?];

const TEXT = 'This value is not valid.';
const NUMBER = 'Please enter an integer.';
const BOX = 'The checkbox has an invalid value.';
const file = new SubmittedFile({
  name: 'a.png',
  mediaType: 'image/png',
  size: 10,
  path: '/a',
  width: 5,
  height: 5,
});

const scalars: readonly Row[] = [
  [{}, 'x', 'x', 'x'],
  [{}, '  x\u200b\t', 'x', 'x'],
  [{}, ' \n ', '', null],
  [{}, '', '', null],
  [{}, null, '', null],
  [{}, 5, '5', '5'],
  [{}, 1.5, '1.5', '1.5'],
  [{}, true, '1', '1'],
  [{}, false, '', null],
  [{}, ['x'], undefined, null, TEXT],
  [{}, { a: 1 }, undefined, null, TEXT],
  [{}, [], undefined, null, TEXT],
  [{}, file, undefined, null, TEXT],
  [{ trim: false }, ' x ', ' x ', ' x '],
  [{ empty_data: 'none' }, '', 'none', 'none'],
  [{ empty_data: '' }, null, '', ''],
  [{ type: 'email' }, 'no address', 'no address', 'no address'],
  [{ type: 'email' }, [], undefined, null, 'Please enter a valid email address.'],
  [{ type: 'search' }, {}, undefined, null, 'Please enter a valid search term.'],
  [{ type: 'tel' }, {}, undefined, null, 'Please provide a valid phone number.'],
  [{ type: 'color' }, {}, undefined, null, 'Please select a valid color.'],
  [{ type: 'range' }, {}, undefined, null, 'Please choose a valid range.'],
  [{ type: 'textarea' }, {}, undefined, null, TEXT],
  [{ type: 'url', default_protocol: 'http' }, 'a.test', 'http://a.test', 'http://a.test'],
  [{ type: 'url' }, {}, undefined, null, 'Please enter a valid URL.'],
  [{ type: 'password' }, ' secret ', '', ' secret '],
  [{ type: 'password' }, [], '', null, 'The password is invalid.'],
  [{ type: 'password', always_empty: false }, 'secret', 'secret', 'secret'],
  [{ type: 'integer' }, '42', '42', 42],
  [{ type: 'integer' }, 42, '42', 42],
  [{ type: 'integer' }, '', '', null],
  [{ type: 'integer' }, 'x', 'x', null, NUMBER],
  [{ type: 'integer' }, ['1'], undefined, null, NUMBER],
  [{ type: 'integer', empty_data: 7 }, '', '7', 7],
  [{ type: 'number' }, 'x', 'x', null, 'Please enter a number.'],
  [{ type: 'money' }, 'x', 'x', null, 'Please enter a valid money amount.'],
  [{ type: 'percent' }, 'x', 'x', null, 'Please enter a percentage value.'],
  [{ type: 'uuid' }, 'x', 'x', null, 'Please enter a valid UUID.'],
  [{ type: 'ulid' }, 'x', 'x', null, 'Please enter a valid ULID.'],
  [{ type: 'date' }, '2026-11-23', '2026-11-23', '2026-11-23'],
  [{ type: 'date' }, '2026-02-30', '2026-02-30', null, 'Please enter a valid date.'],
  [{ type: 'datetime' }, 'x', 'x', null, 'Please enter a valid date and time.'],
  [{ type: 'time' }, '25:00', '25:00', null, 'Please enter a valid time.'],
  [{ type: 'week' }, '2026-W60', '2026-W60', null, 'Please enter a valid week.'],
  [{ type: 'birthday' }, 'x', 'x', null, 'Please enter a valid birthdate.'],
  [{ type: 'dateinterval' }, 'x', 'x', null, 'Please choose a valid date interval.'],
];

const boxes: readonly Row[] = [
  [{ type: 'checkbox' }, true, '1', true],
  [{ type: 'checkbox' }, '1', '1', true],
  [{ type: 'checkbox' }, '', '1', true],
  [{ type: 'checkbox' }, '0', '1', true],
  [{ type: 'checkbox' }, 'false', '1', true],
  [{ type: 'checkbox' }, 0, '1', true],
  [{ type: 'checkbox' }, false, '1', false],
  [{ type: 'checkbox' }, null, '1', false],
  [{ type: 'checkbox' }, undefined, '1', false],
  [{ type: 'checkbox', value: 'yes' }, 'x', 'yes', true],
  [{ type: 'checkbox', false_values: ['0', 'false'] }, 'false', '1', false],
  [{ type: 'checkbox', false_values: ['0', 'false'] }, 0, '1', false],
  [{ type: 'checkbox', false_values: ['0', 'false'] }, 'x', '1', true],
  [{ type: 'checkbox', data: true }, null, '1', false],
  [{ type: 'checkbox' }, [], '1', false, BOX],
  [{ type: 'checkbox' }, {}, '1', false, BOX],
  [{ type: 'radio' }, {}, '1', false, 'Please select a valid option.'],
];

const files: readonly Row[] = [
  [{ type: 'file' }, file, '', file],
  [{ type: 'file' }, 'a.png', '', null],
  [{ type: 'file' }, { name: 'a.png' }, '', null],
  [{ type: 'file' }, ['x'], '', null],
  [{ type: 'file' }, [file, file], '', null, 'Please select a valid file.'],
  [{ type: 'file', multiple: true }, [file, 'x'], '', [file]],
  [{ type: 'file', multiple: true }, { 0: file }, '', [file]],
  [{ type: 'file', multiple: true }, file, '', [file]],
  [{ type: 'file', multiple: true }, 'x', '', []],
  [
    { type: 'file', constraints: [{ File: { maxSize: 5 } }] },
    file,
    '',
    null,
    'The file is too large (10 bytes). Allowed maximum size is 5 bytes.',
  ],
  [
    { type: 'file', constraints: [{ Image: { minWidth: 6 } }] },
    file,
    '',
    null,
    'The image width is too small (5px). Minimum width expected is 6px.',
  ],
  [{ type: 'file', constraints: [{ File: { maxSize: 5, groups: ['other'] } }] }, file, '', file],
  [
    {
      type: 'file',
      multiple: true,
      constraints: [{ All: { constraints: [{ File: { maxSize: 5 } }], groups: ['other'] } }],
    },
    [file],
    '',
    [file],
  ],
  [{ type: 'file', constraints: [{ NotBlank: {} }] }, file, '', file],
  [{ type: 'file', constraints: [{ NotBlank: {} }] }, 'x', '', null, 'This value should not be blank.'],
  [
    { type: 'file', multiple: true, constraints: [{ All: [{ File: { mimeTypes: 'application/pdf' } }] }] },
    [file],
    '',
    null,
    'The mime type of the file is invalid ("image/png"). Allowed mime types are "application/pdf".',
  ],
];

const choices = { Small: 's', Large: 'l', Two: 2 };
const CHOICE = 'The selected choice is invalid.';
const single: Partial<FormFieldDefinition> = { type: 'choice', choices };
const several: Partial<FormFieldDefinition> = { ...single, multiple: true };

/** Both renderings of a choice are read in the same way. */
const chosen: readonly Row[] = [
  [single, 's', 's', 's'],
  [single, '2', '2', 2],
  [single, 2, '2', 2],
  [single, '', '', null],
  [single, null, '', null],
  [single, undefined, '', null],
  [single, 'x', 'x', null, CHOICE],
  [single, 'toString', 'toString', null, CHOICE],
  [single, ['s'], undefined, null, CHOICE],
  [{ ...single, empty_data: 'l' }, '', 'l', 'l'],
  [{ ...single, data: 'l' }, 's', 's', 's'],
  [{ ...single, choices: { None: '', Small: 's' } }, '', '', ''],
  [several, ['l', '2'], ['l', '2'], ['l', 2]],
  [several, ['l', 'l'], ['l'], ['l']],
  [several, { 5: 'l' }, ['l'], ['l']],
  [several, [], [], []],
  [several, null, [], []],
  [several, undefined, [], []],
  [several, [''], [], []],
  [several, ['s', 'x', 'y'], ['s'], null, CHOICE],
  [several, 's', [], null, CHOICE],
  [several, [['s']], [], null, CHOICE],
  [{ ...several, empty_data: ['l'] }, null, ['l'], ['l']],
  [{ type: 'country' }, 'LV', 'LV', 'LV'],
  [{ type: 'country' }, 'XX', 'XX', null, 'Please select a valid country.'],
  [{ type: 'language' }, 'XX', 'XX', null, 'Please select a valid language.'],
  [{ type: 'locale' }, 'XX', 'XX', null, 'Please select a valid locale.'],
  [{ type: 'currency' }, 'XX', 'XX', null, 'Please select a valid currency.'],
  [{ type: 'timezone' }, 'XX', 'XX', null, 'Please select a valid timezone.'],
  [{ type: 'enum', choices }, 'x', 'x', null, CHOICE],
];

function evaluate([more, sent, value, data, message]: Row): void {
  const form = aForm([{ name: 'a', ...more }]);
  const submission = post(form, (sent === undefined ? {} : { a: sent }) as never);
  const { vars } = nodeOf(submission.view(), 'a');
  expect(vars.value).toEqual(value);
  expect(vars.errors).toEqual(message === undefined ? [] : [message]);
  expect(submission.isValid()).toBe(message === undefined);
  if (message === undefined) expect(submission.data).toEqual({ a: data });
}

const title = ([more, sent]: Row): string => `${JSON.stringify(more)} sent ${JSON.stringify(sent)}`;
const titled = (rows: readonly Row[]): (readonly [string, Row])[] => rows.map((row) => [title(row), row]);

describe('fields with one text', () => {
  test.each(titled(scalars))('validate %s', (_, row) => evaluate(row));

  test.each([
    [{}, 'x', 'x'],
    [{}, null, ''],
    [{ type: 'integer' }, 5, '5'],
    [{ type: 'password' }, 'secret', ''],
    [{ type: 'password', always_empty: false }, 'secret', ''],
    [{ type: 'hidden' }, null, ''],
  ])('%j with the data %j renders %j', (more, data, want) => {
    expect(nodeOf(aForm([{ name: 'a', ...more, data }]).view(shown), 'a').vars.value).toBe(want);
  });

  test('a long text of spaces is trimmed as fast as any other text', () => {
    const sent = `x${' '.repeat(2_000_000)}x`;
    expect(post(aForm([{ name: 'a' }]), { a: sent }).data).toEqual({ a: sent });
  });

  test('a hidden field maps its message to the form, and is not required', () => {
    const tree = post(aForm([{ name: 'a', type: 'hidden' }]), { a: [] }).view();
    expect(errorsOf(tree)).toEqual({ f: ['The hidden field is invalid.'] });
    expect(nodeOf(tree, 'a').vars.required).toBe(false);
  });
});

describe('checkboxes', () => {
  test.each(titled(boxes))('validate %s', (_, row) => evaluate(row));

  test('have their checked state beside their value', () => {
    const form = aForm([
      { name: 'a', type: 'checkbox' },
      { name: 'b', type: 'radio', data: true },
    ]);
    expect(nodeOf(form.view(shown), 'a').vars).toMatchObject({ value: '1', checked: false });
    expect(nodeOf(form.view(shown), 'b').vars).toMatchObject({ value: '1', checked: true });
    expect(nodeOf(post(form, { a: 'on' }).view(), 'a').vars).toMatchObject({ value: '1', checked: true });
  });
});

describe('files', () => {
  test.each(titled(files))('validate %s', (_, row) => evaluate(row));

  test('are not part of the values that parents render', () => {
    const form = aForm([{ name: 'n', fields: [{ name: 'a', type: 'file' }] }]);
    const submission = post(form, { n: { a: file } });
    expect(submission.data).toEqual({ n: { a: file } });
    expect(nodeOf(submission.view(), 'n').vars.value).toEqual({ a: null });
  });
});

describe('choices', () => {
  test.each(titled(chosen))('validate as a select %s', (_, row) => evaluate(row));
  test.each(titled(chosen))('validate as an expanded choice %s', (_, [more, ...rest]) =>
    evaluate([{ ...more, expanded: true }, ...rest]),
  );

  test.each<[Partial<FormFieldDefinition>, Record<string, unknown>]>([
    [{}, { placeholder: undefined, placeholder_in_choices: false }],
    [{ required: false }, { placeholder: '' }],
    [{ required: false, placeholder: 'Choose' }, { placeholder: 'Choose' }],
    [{ placeholder: 'Choose' }, { placeholder: 'Choose' }],
    [{ required: false, placeholder: false }, { placeholder: undefined }],
    [{ placeholder: 'Choose', multiple: true }, { placeholder: undefined }],
    [{ placeholder: 'Choose', attr: { size: 3 } }, { placeholder: undefined }],
    [{ required: false, expanded: true }, { placeholder: 'None' }],
    [{ placeholder: 'Choose', expanded: true }, { placeholder: undefined }],
    [
      { required: false, choices: { Nothing: '', Small: 's' } },
      { placeholder: undefined, placeholder_in_choices: true },
    ],
  ])('%j has the placeholder %j', (more, want) => {
    const { vars } = nodeOf(aForm([{ name: 'a', ...single, ...more }]).view(shown), 'a');
    for (const [name, value] of Object.entries(want)) expect([name, vars[name]]).toEqual([name, value]);
  });

  test('an expanded choice renders a box for every choice, and one for none', () => {
    const field = { name: 'a', ...single, expanded: true, required: false, preferred_choices: ['l'] };
    const boxesOf = (tree: ReturnType<typeof nodeOf>) =>
      tree.children.map(({ vars }) => [vars.name, vars.label, vars.value, vars.checked]);
    const form = aForm([field]);
    expect(boxesOf(nodeOf(form.view(shown), 'a'))).toEqual([
      ['placeholder', 'None', '', true],
      ['1', 'Large', 'l', false],
      ['0', 'Small', 's', false],
      ['2', 'Two', '2', false],
    ]);
    expect(boxesOf(nodeOf(post(form, { a: 's' }).view(), 'a'))).toEqual([
      ['placeholder', 'None', '', false],
      ['1', 'Large', 'l', false],
      ['0', 'Small', 's', true],
      ['2', 'Two', '2', false],
    ]);
  });

  test('a radio is required if its field is, a checkbox never', () => {
    const form = aForm([
      { name: 'a', ...single, expanded: true },
      { name: 'b', ...several, expanded: true },
    ]);
    expect(nodeOf(form.view(shown), 'a', '0').vars.required).toBe(true);
    expect(nodeOf(form.view(shown), 'b', '0').vars.required).toBe(false);
  });

  test('a select has its choices in its vars, with preferred ones separate', () => {
    const field = { name: 'a', type: 'choice', choices: { Size: { Small: 's' } }, preferred_choices: ['s'] };
    const small = { label: 'Small', value: 's', data: 's', attr: {}, labelTranslationParameters: [] };
    expect(nodeOf(aForm([field]).view(shown), 'a').vars).toMatchObject({
      multiple: false,
      expanded: false,
      choices: [{ label: 'Size', choices: [small] }],
      preferred_choices: [small],
      is_selected: [],
      value: '',
    });
  });
});
