import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../../runtime/kernel/contract/json.js';
import { compileConstraints } from '../../../../../runtime/kernel/validation/constraint-notation.js';
import { createViolationList } from '../../../../../runtime/kernel/validation/violation-list.js';

const context = {
  groups: new Set(['Default']),
  now: new Date('2026-01-02T15:00:00Z'),
  isGranted: () => false,
  this: { other: 1 },
};

function messages(name: string, value: unknown, options: JsonObject | readonly JsonValue[]): string[] {
  const violations = createViolationList();
  compileConstraints([{ [name]: options }])({ violations, path: 'field', value }, context);
  return violations.items.map(({ propertyPath, message }) =>
    propertyPath === 'field' ? message : `${propertyPath}: ${message}`,
  );
}

const BLANK = 'This value should not be blank.';
const date = new Date('2026-01-02T10:00:00Z');
type Options = JsonObject | readonly JsonValue[];
type Row = readonly [name: string, value: unknown, options: Options, want: readonly string[]];

const rows: readonly Row[] = [
  ...[null, '', [], {}, false].map((value): Row => ['NotBlank', value, {}, [BLANK]]),
  ...[0, '0', ' ', date, [0]].map((value): Row => ['NotBlank', value, {}, []]),
  ['NotBlank', null, { allowNull: true }, []],
  ['NotBlank', ' ', { normalizer: 'trim', message: 'Say it.' }, ['Say it.']],
  ['Blank', 'a', {}, ['This value should be blank.']],
  ['Blank', '', {}, []],
  ['NotNull', null, {}, ['This value should not be null.']],
  ['NotNull', '', {}, []],
  ['IsNull', 1, {}, ['This value should be null.']],
  ['IsTrue', false, {}, ['This value should be true.']],
  ['IsTrue', '1', {}, []],
  ['IsFalse', 1, {}, ['This value should be false.']],
  ['IsFalse', null, {}, []],
  ['Type', 1, { type: ['string', 'bool'] }, ['This value should be of type string|bool.']],
  ['Type', 1, { type: 'int' }, []],
  ['Type', date, { type: 'object' }, ['This value should be of type object.']],
  ['Email', 'a@b.co', {}, []],
  ['Email', 'a@b', {}, ['This value is not a valid email address.']],
  ['Email', 'a@b', { mode: 'html5-allow-no-tld' }, []],
  ['Email', 'a@b.co\n', {}, ['This value is not a valid email address.']],
  ['Length', 'ab', { min: 3 }, ['This value is too short. It should have 3 characters or more.']],
  ['Length', '', { min: 1 }, ['This value is too short. It should have 1 character or more.']],
  ['Length', '😀😀', { max: 2 }, []],
  ['Length', 'abc', { max: 1 }, ['This value is too long. It should have 1 character or less.']],
  ['Length', 'abc', { min: 2, max: 2 }, ['This value should have exactly 2 characters.']],
  ['Length', 'a', { min: 2, minMessage: 'At least {{ limit }}|At least {{ limit }}!' }, ['At least 2!']],
  ['Regex', 'abc', { pattern: '/^B/i' }, ['This value is not valid.']],
  ['Regex', 'abc', { pattern: '^a' }, []],
  ['Regex', 'abc', { pattern: '^a', match: false }, ['This value is not valid.']],
  ['Choice', 'c', { choices: ['a'] }, ['The value you selected is not a valid choice.']],
  ['Choice', ['a', 'c'], { choices: ['a'], multiple: true }, ['One or more of the given values is invalid.']],
  ['Choice', ['a'], { choices: ['a'], multiple: true, min: 2 }, ['You must select at least 2 choices.']],
  ['Choice', ['a', 'a'], { choices: ['a'], multiple: true, max: 1 }, ['You must select at most 1 choice.']],
  ['Count', [], { min: 1 }, ['This collection should contain 1 element or more.']],
  ['Count', [1, 2], { max: 1 }, ['This collection should contain 1 element or less.']],
  ['Count', [1], { exactly: 2 }, ['This collection should contain exactly 2 elements.']],
  ['Url', 'https://example.com/a?b#c', {}, []],
  ['Url', 'http://localhost:3000', {}, []],
  ['Url', 'http://localhost', { requireTld: true }, ['This URL is missing a top-level domain.']],
  ['Url', 'https://127.0.0.1', { requireTld: true }, []],
  ['Url', 'ftp://a.b', { protocols: ['ftp'] }, []],
  ...['javascript:alert(1)', 'https:///a', 'https://a b', 'a.b', 'ftp://a.b', 'https://-a.b'].map(
    (value): Row => ['Url', value, {}, ['This value is not a valid URL.']],
  ),
  ['EqualTo', '5', { value: 5 }, []],
  ['EqualTo', 'a', { value: 'b' }, ['This value should be equal to "b".']],
  ['NotEqualTo', 5, { value: 5 }, ['This value should not be equal to 5.']],
  ['IdenticalTo', '5', { value: 5 }, ['This value should be identical to int 5.']],
  ['NotIdenticalTo', 'a', { value: 'a' }, ['This value should not be identical to string "a".']],
  ['LessThan', 5, { value: 5 }, ['This value should be less than 5.']],
  ['LessThan', '9.5', { value: 10 }, []],
  [
    'LessThan',
    date,
    { value: '2026-01-01T00:00:00Z' },
    ['This value should be less than Jan 1, 2026, 12:00 AM.'],
  ],
  ['LessThanOrEqual', 6, { value: 5 }, ['This value should be less than or equal to 5.']],
  ['GreaterThan', 5, { value: 5 }, ['This value should be greater than 5.']],
  ['GreaterThanOrEqual', 'x', { value: 5 }, ['This value should be greater than or equal to 5.']],
  ['Negative', 0, {}, ['This value should be negative.']],
  ['NegativeOrZero', 1, {}, ['This value should be either negative or zero.']],
  ['Positive', 0, {}, ['This value should be positive.']],
  ['PositiveOrZero', -1, {}, ['This value should be either positive or zero.']],
  ['Range', 5, { min: 1, max: 4 }, ['This value should be between 1 and 4.']],
  ['Range', 0, { min: 1 }, ['This value should be 1 or more.']],
  ['Range', 2, { max: 1 }, ['This value should be 1 or less.']],
  ['Range', 'x', { max: 1 }, ['This value should be a valid number.']],
  ['Range', date, { max: '2026-01-03' }, []],
  ['GreaterThanOrEqual', '2026-01-02', { value: 'now' }, []],
  [
    'GreaterThan',
    '2026-01-02',
    { value: 'today' },
    ['This value should be greater than Jan 2, 2026, 12:00 AM.'],
  ],
  ['EqualTo', '2026-02-02', { value: 'today+1mo' }, []],
  ['EqualTo', 'today', { value: 'today' }, []],
  [
    'LessThan',
    '2008-01-02',
    { value: 'today-18y' },
    ['This value should be less than Jan 2, 2008, 12:00 AM.'],
  ],
  ['LessThan', '2008-01-01', { value: 'today -18 years' }, []],
  ['LessThan', date, { value: 'now-6h' }, ['This value should be less than Jan 2, 2026, 9:00 AM.']],
  ['GreaterThan', date, { value: 'now-6h' }, []],
  ['GreaterThan', '2026-01-02T10:00:00', { value: 'now-6h' }, []],
  [
    'LessThan',
    '2026-01-02T10:00:00',
    { value: 'now-6h' },
    ['This value should be less than Jan 2, 2026, 9:00 AM.'],
  ],
  ['Range', '2026-01-09', { min: 'today', max: 'today+7d' }, []],
  [
    'Range',
    '2026-01-10',
    { min: 'today', max: 'today+7d' },
    ['This value should be between Jan 2, 2026, 12:00 AM and Jan 9, 2026, 12:00 AM.'],
  ],
  ['Range', date, { min: 'now' }, ['This value should be Jan 2, 2026, 3:00 PM or more.']],
  [
    'All',
    ['2026-01-01'],
    { constraints: [{ GreaterThanOrEqual: { value: 'today', message: 'Past.' } }] },
    ['field[0]: Past.'],
  ],
  ['DivisibleBy', 0.3, { value: 0.1 }, []],
  ['DivisibleBy', 7, { value: 2 }, ['This value should be a multiple of 2.']],
  ['Date', '2024-02-29', {}, []],
  ['Date', '2023-02-29', {}, ['This value is not a valid date.']],
  ['DateTime', '2026-01-02T03:04:05+01:00', {}, []],
  ['DateTime', '2026-13-02 03:04:05', {}, ['This value is not a valid datetime.']],
  ['DateTime', '02.01.2026', { format: 'd.m.Y' }, []],
  ['Time', '23:59:59', {}, []],
  ['Time', '24:00:00', {}, ['This value is not a valid time.']],
  ['Timezone', 'Europe/London', {}, []],
  ['Timezone', 'Asia/Calcutta', {}, []],
  ['Timezone', 'US/Pacific', {}, []],
  ['Timezone', 'Europe/Nowhere', {}, ['This value is not a valid timezone.']],
  ['Uuid', '0190e4c8-7c4b-7f00-8a00-000000000000', {}, []],
  ['Uuid', '0190e4c8', {}, ['This value is not a valid UUID.']],
  ['Ip', '::1', {}, ['This value is not a valid IP address.']],
  ['Ip', '::1', { version: '6' }, []],
  ['Hostname', 'localhost', {}, ['This value is not a valid hostname.']],
  ['Hostname', 'a.example.com', {}, []],
  ['Hostname', 'müller.de', {}, []],
  ['Hostname', 'пример.рф.', {}, []],
  ['Hostname', '-ü.de', {}, ['This value is not a valid hostname.']],
  ['Hostname', `${'ü'.repeat(60)}.de`, {}, ['This value is not a valid hostname.']],
  ['Hostname', 'münchen', {}, ['This value is not a valid hostname.']],
  ['Email', 'a@müller.de', {}, []],
  ['Email', 'a@MÜLLER.DE', {}, []],
  ['Email', 'a@mu\u0308ller.de', {}, []],
  ['Email', 'info@straße.example', {}, []],
  ['Email', 'info@例え.テスト', { mode: 'strict' }, []],
  ['Email', 'info@xn--mller-kva.de', {}, []],
  ['Email', 'info@münchen', { mode: 'html5-allow-no-tld' }, []],
  ...[
    'info@münchen',
    'jürgen@example.com',
    'a@ü-.de',
    'a@ü..de',
    'a@ﬁ.de',
    'a@１２７.0.0.1',
    'a@ü。de',
    'a@ü.de>',
    'a@ü.de\nBcc: b',
    'a@b@ü.de',
    'a@xn--ü.de',
    `a@${'ü'.repeat(60)}.de`,
    `a@${'ü.'.repeat(5_000)}de`,
    '@ü.de',
    'a@ü.de/x',
  ].map((value) => ['Email', value, {}, ['This value is not a valid email address.']] as const),
  ['Url', 'https://müller.de/straße', { requireTld: true }, []],
  ['Json', '{', {}, ['This value should be valid JSON.']],
  ['CssColor', '#abc', {}, []],
  ['CssColor', 'rgb(1, 2, 256)', {}, ['This value is not a valid CSS color.']],
  ['CssColor', 'red', { formats: ['hex_long'] }, ['This value is not a valid CSS color.']],
  ['Country', 'GB', {}, []],
  ['Country', 'UK', {}, ['This value is not a valid country.']],
  ['Language', 'en', {}, []],
  ['Language', 'xx', {}, ['This value is not a valid language.']],
  ['Locale', 'en_GB', {}, []],
  ['Locale', 'en_XX', {}, ['This value is not a valid locale.']],
  ['Currency', 'EUR', {}, []],
  ['Currency', 'eur', {}, ['This value is not a valid currency.']],
  [
    'Unique',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    {},
    ['This collection should contain only unique elements.'],
  ],
  ['Unique', [1, '1'], {}, []],
  ['All', ['a', ''], { constraints: [{ NotBlank: {} }] }, [`field[1]: ${BLANK}`]],
  ['All', ['a', ''], [{ NotBlank: {} }], [`field[1]: ${BLANK}`]],
  ['All', [['a', '']], [{ All: [{ NotBlank: {} }] }], [`field[0][1]: ${BLANK}`]],
  [
    'Collection',
    { a: '', x: 1 },
    { fields: { a: [{ NotBlank: {} }], b: [], c: { required: false, constraints: [{ NotBlank: {} }] } } },
    [`field.a: ${BLANK}`, 'field.b: This field is missing.', 'field.x: This field was not expected.'],
  ],
  ['Expression', 2, { expression: 'value == this.other' }, ['This value is not valid.']],
  ['Expression', null, { expression: 'value == null' }, []],
  ['Expression', 2, { expression: 'false', path: 'other' }, ['other: This value is not valid.']],
  ['Expression', 2, { expression: 'false', path: '' }, ['This value is not valid.']],
  [
    'All',
    ['a'],
    [{ Expression: { expression: 'false', path: 'name' } }],
    ['field[0].name: This value is not valid.'],
  ],
  [
    'Collection',
    { a: 1 },
    { fields: { a: [{ Expression: { expression: 'false', path: 'name' } }] } },
    ['field.a.name: This value is not valid.'],
  ],
  ['PasswordStrength', 'password', {}, ['The password strength is too low. Please use a stronger password.']],
  ['PasswordStrength', 'cOrrect-h0rse_battery#staple', {}, []],
];

describe('constraints', () => {
  test.each(
    rows.map((row) => [`${row[0]} ${JSON.stringify(row[2])} judges ${JSON.stringify(row[1])}`, row] as const),
  )('%s', (_title, [name, value, options, want]) => {
    expect(messages(name, value, options)).toEqual(want);
  });

  test('no constraint throws on any JSON value', () => {
    const compiled = rows.map(([name, , options]) => compileConstraints([{ [name]: options }]));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const check of compiled) check({ violations: createViolationList(), path: '', value }, context);
      }),
    );
  });

  test('inner constraints run in the groups of the outer one, unless they have their own', () => {
    const inner = [{ NotBlank: {} }, { NotNull: { groups: ['own'] } }];
    const list: JsonValue[] = [
      { All: { constraints: inner, groups: ['outer'] } },
      { Collection: { fields: { a: inner }, allowExtraFields: true, groups: ['outer'] } },
    ];
    const run = (...groups: string[]): string[] => {
      const violations = createViolationList();
      const subject = { violations, path: 'x', value: { a: null } };
      compileConstraints(list)(subject, { ...context, groups: new Set(groups), now: new Date() });
      return violations.items.map(({ propertyPath, message }) => `${propertyPath}: ${message}`);
    };
    const NULL = 'This value should not be null.';
    expect(run('outer')).toEqual([`x[a]: ${BLANK}`, `x.a: ${BLANK}`]);
    expect(run('outer', 'own')).toEqual([`x[a]: ${BLANK}`, `x[a]: ${NULL}`, `x.a: ${BLANK}`, `x.a: ${NULL}`]);
    expect(run('Default', 'own')).toEqual([]);
  });

  test('groups select the constraints that run, and payload and code are included in violations', () => {
    const list: JsonValue[] = [{ NotBlank: { groups: ['other'], payload: { severity: 1 } } }];
    const violations = createViolationList();
    const subject = { violations, path: 'a', value: '' };
    compileConstraints(list)(subject, context);
    expect(violations.items).toEqual([]);
    compileConstraints(list)(subject, { ...context, groups: new Set(['other']), now: new Date() });
    expect(violations.items).toEqual([
      {
        propertyPath: 'a',
        message: BLANK,
        code: 'c1051bb4-d103-4f74-8988-acbcafc7fdc3',
        payload: { severity: 1 },
      },
    ]);
  });
});
