import { describe, expect, test } from 'vitest';
import { CONSTRAINT_NAMES } from '../../../../../runtime/kernel/contract/schema/constraints.js';
import type { JsonObject } from '../../../../../runtime/kernel/contract/json.js';
import type { Violation } from '../../../../../runtime/kernel/contract/records/validation.js';
import { compileConstraints } from '../../../../../runtime/kernel/validation/constraint-notation.js';
import {
  file,
  image,
  type FileValue,
  type ImageOptions,
} from '../../../../../runtime/kernel/validation/constraints/files.js';
import { createViolationList } from '../../../../../runtime/kernel/validation/violation-list.js';

/** A row of components.md section 6: an invalid value, its message, and values that are skipped. */
type Row = readonly [
  name: string,
  broken: unknown,
  options: JsonObject,
  message: string,
  code: string,
  passes: readonly unknown[],
];

const NULL = [null] as const;
const EMPTY = [null, ''] as const;
const instant = new Date('2026-01-02T10:00:00Z');
const LESS = '079d7420-2d13-460c-8756-de810eeb37d2';
const LESS_OR_EQUAL = '30fbb013-d015-4232-8b3b-8f3be97a7e14';
const GREATER = '778b7ae0-84d3-481a-9dec-35fdb64b1d78';
const GREATER_OR_EQUAL = 'ea4e51d1-3342-48bd-87f1-9e672cd90cad';
const TOO_SHORT = '9ff3fdc4-b214-49db-8718-39c315e33d45';
const TOO_LONG = 'd94b19cc-114f-4f44-9cc4-4138e80a87b9';
const EXACT_LENGTH = '4b6f5c76-22b4-409d-af16-fbe823ba9332';
const TOO_FEW = 'bef8e338-6ae5-4caf-b8e2-50e7b0579e69';
const TOO_MANY = '756b1212-697c-468d-a9ad-50dd783bb169';
const EXACT_COUNT = '9fe5d43f-3784-4ece-a0e1-473fc02dadbc';
const CHOICE = '8e179f1b-97aa-4560-a02f-2a8b42e49df7';
const FEW_CHOICES = '11edd7eb-5872-4b6e-9f12-89923999fd0e';
const MANY_CHOICES = '9bd98e49-211c-433f-8630-fd1c2d0f08c3';
const BLANK = 'c1051bb4-d103-4f74-8988-acbcafc7fdc3';
const NOT_COMPARABLE = 'ad9a9798-7a99-4df7-8ce9-46e416a1e60b';
const several = { choices: ['a', 'b'], multiple: true };

// prettier-ignore
const FAMILIES: Readonly<Record<string, readonly Row[]>> = {
  presence: [
    ...[null, '', [], false].map((value): Row => ['NotBlank', value, {}, 'This value should not be blank.', BLANK, ['a', 0]]),
    ['NotBlank', '', { allowNull: true }, 'This value should not be blank.', BLANK, NULL],
    ['Blank', 'a', {}, 'This value should be blank.', '183ad2de-533d-4796-a439-6d3c3852b549', EMPTY],
    ['NotNull', null, {}, 'This value should not be null.', 'ad32d13f-c3d4-423b-909a-857b961eb720', ['', false, 0]],
    ['IsNull', '', {}, 'This value should be null.', '60d2f30b-8cfa-4372-b155-9656634de120', NULL],
    ['IsTrue', false, {}, 'This value should be true.', '2beabf1c-54c0-4882-a928-05249b26e23b', [null, true, 1, '1']],
    ['IsFalse', true, {}, 'This value should be false.', 'd53a91b0-def3-426a-83d7-269da7ab4200', [null, false, 0, '0']],
    ['Type', 1, { type: 'string' }, 'This value should be of type string.', 'ba785a8c-82cb-4283-967c-3cf342181b40', [null, 'a']],
    ['Type', 1, { type: ['string', 'bool'] }, 'This value should be of type string|bool.', 'ba785a8c-82cb-4283-967c-3cf342181b40', [null, true]],
  ],
  texts: [
    ['Email', 'a@b', {}, 'This value is not a valid email address.', 'bd79c0ab-ddba-46cc-a703-a7a4b08de310', EMPTY],
    ['Length', '', { min: 1 }, 'This value is too short. It should have 1 character or more.', TOO_SHORT, NULL],
    ['Length', '', { min: 2 }, 'This value is too short. It should have 2 characters or more.', TOO_SHORT, NULL],
    ['Length', 'ab', { max: 1 }, 'This value is too long. It should have 1 character or less.', TOO_LONG, EMPTY],
    ['Length', 'abc', { max: 2 }, 'This value is too long. It should have 2 characters or less.', TOO_LONG, EMPTY],
    ['Length', '', { min: 1, max: 1 }, 'This value should have exactly 1 character.', EXACT_LENGTH, NULL],
    ['Length', 'abc', { exactly: 2 }, 'This value should have exactly 2 characters.', EXACT_LENGTH, NULL],
    ['Regex', 'b', { pattern: '^a' }, 'This value is not valid.', 'de1e3db3-5ed4-4941-aae4-59f3667cc3a3', EMPTY],
    ['Regex', 'a', { pattern: '^a', match: false }, 'This value is not valid.', 'de1e3db3-5ed4-4941-aae4-59f3667cc3a3', EMPTY],
    ['Url', 'a.b', {}, 'This value is not a valid URL.', '57c2f299-1154-4870-89bb-ef3b1f5ad229', EMPTY],
    ['Url', 'https://a.b', { protocols: ['ftp'] }, 'This value is not a valid URL.', '57c2f299-1154-4870-89bb-ef3b1f5ad229', EMPTY],
    ['Url', 'https://a', { requireTld: true }, 'This URL is missing a top-level domain.', '8a5d387f-0716-46b4-844b-67367faf435a', EMPTY],
    ['PasswordStrength', '', {}, 'The password strength is too low. Please use a stronger password.', '4234df00-45dd-49a4-b303-a75dbf8b10d8', NULL],
  ],
  formats: [
    ['Uuid', 'a', {}, 'This value is not a valid UUID.', '51120b12-a2bc-41bf-aa53-cd73daf330d0', EMPTY],
    ['Ip', 'a', {}, 'This value is not a valid IP address.', 'b1b427ae-9f6f-41b0-aa9b-84511fbb3c5b', EMPTY],
    ['Hostname', 'a', {}, 'This value is not a valid hostname.', '7057ffdb-0af4-4f7e-bd5e-e9acfa6d7a2d', EMPTY],
    ['Json', '{', {}, 'This value should be valid JSON.', '0789c8ad-2d2b-49a4-8356-e2ce63998504', EMPTY],
    ['CssColor', '#12', {}, 'This value is not a valid CSS color.', '454ab47b-aacf-4059-8f26-184b2dc9d48d', EMPTY],
    ['Country', 'XX', {}, 'This value is not a valid country.', '8f900c12-61bd-455d-9398-996cd040f7f0', EMPTY],
    ['Language', 'xx', {}, 'This value is not a valid language.', 'ee65fec4-9a20-4202-9f39-ca558cd7bdf7', EMPTY],
    ['Locale', 'xx', {}, 'This value is not a valid locale.', 'a0af4293-1f1a-4a1c-a328-979cba6182a2', EMPTY],
    ['Currency', 'xx', {}, 'This value is not a valid currency.', '69945ac1-2db4-405f-bec7-d2772f73df52', EMPTY],
  ],
  dates: [
    ['Date', '1.1.2026', {}, 'This value is not a valid date.', '69819696-02ac-4a99-9ff0-14e127c4d1bc', EMPTY],
    ['Date', '2026-02-30', {}, 'This value is not a valid date.', '3c184ce5-b31d-4de7-8b76-326da7b2be93', EMPTY],
    ['DateTime', '2026-02-03', {}, 'This value is not a valid datetime.', '1a9da513-2640-4f84-9b6a-4d99dcddc628', EMPTY],
    ['DateTime', '2026-02-03', { format: 'd.m.Y' }, 'This value is not a valid datetime.', '1a9da513-2640-4f84-9b6a-4d99dcddc628', ['03.02.2026']],
    ['Time', '1', {}, 'This value is not a valid time.', '9d27b2bb-f755-4fbf-b725-39b1edbdebdf', EMPTY],
    ['Time', '25:00:00', {}, 'This value is not a valid time.', '8532f9e1-84b2-4d67-8989-0818bc38533b', EMPTY],
    ['Timezone', 'Mars', {}, 'This value is not a valid timezone.', '5ce113e6-5e64-4ea2-90fe-d2233956db13', EMPTY],
  ],
  comparisons: [
    ['EqualTo', 1, { value: 2 }, 'This value should be equal to 2.', '478618a7-95ba-473d-9101-cabd45e49115', NULL],
    ['NotEqualTo', 'a', { value: 'a' }, 'This value should not be equal to "a".', 'aa2e33da-25c8-4d76-8c6c-812f02ea89dd', NULL],
    ['IdenticalTo', '5', { value: 5 }, 'This value should be identical to int 5.', '2a8cc50f-58a2-4536-875e-060a2ce69ed5', NULL],
    ['NotIdenticalTo', 'a', { value: 'a' }, 'This value should not be identical to string "a".', '4aaac518-0dda-4129-a6d9-e216b9b454a0', NULL],
    ['LessThan', 2, { value: 2 }, 'This value should be less than 2.', LESS, NULL],
    ['LessThan', instant, { value: '2026-01-01' }, 'This value should be less than Jan 1, 2026, 12:00 AM.', LESS, NULL],
    ['LessThan', '2026-01-02', { value: '2026-01-01' }, 'This value should be less than Jan 1, 2026, 12:00 AM.', LESS, NULL],
    ['Negative', 0, {}, 'This value should be negative.', LESS, NULL],
    ['LessThanOrEqual', 3, { value: 2 }, 'This value should be less than or equal to 2.', LESS_OR_EQUAL, NULL],
    ['NegativeOrZero', 1, {}, 'This value should be either negative or zero.', LESS_OR_EQUAL, NULL],
    ['GreaterThan', 2, { value: 2 }, 'This value should be greater than 2.', GREATER, NULL],
    ['Positive', 0, {}, 'This value should be positive.', GREATER, NULL],
    ['GreaterThanOrEqual', 1, { value: 2 }, 'This value should be greater than or equal to 2.', GREATER_OR_EQUAL, NULL],
    ['PositiveOrZero', -1, {}, 'This value should be either positive or zero.', GREATER_OR_EQUAL, NULL],
    ['Range', 0, { min: 1, max: 2 }, 'This value should be between 1 and 2.', '04b91c99-a946-4221-afc5-e65ebac401eb', NULL],
    ['Range', 0, { min: 1 }, 'This value should be 1 or more.', '76454e69-502c-46c5-9643-f447d837c4d5', NULL],
    ['Range', 3, { max: 2 }, 'This value should be 2 or less.', '2d28afcb-e32e-45fb-a815-01c431a86a69', NULL],
    ['Range', 'a', { max: 2 }, 'This value should be a valid number.', NOT_COMPARABLE, NULL],
    ['Range', 'a', { max: '2026-01-01' }, 'This value should be a valid datetime.', NOT_COMPARABLE, NULL],
    ['DivisibleBy', 3, { value: 2 }, 'This value should be a multiple of 2.', '6d99d6c3-1464-4ccf-bdc7-14d083cf455c', NULL],
  ],
  lists: [
    ['Choice', '1', { choices: [1] }, 'The value you selected is not a valid choice.', CHOICE, [null, 1]],
    ['Choice', ['a', 'c'], several, 'One or more of the given values is invalid.', CHOICE, [null, ['a']]],
    ['Choice', [], { ...several, min: 1 }, 'You must select at least 1 choice.', FEW_CHOICES, NULL],
    ['Choice', ['a'], { ...several, min: 2 }, 'You must select at least 2 choices.', FEW_CHOICES, NULL],
    ['Choice', ['a', 'b'], { ...several, max: 1 }, 'You must select at most 1 choice.', MANY_CHOICES, NULL],
    ['Choice', ['a', 'b', 'a'], { ...several, max: 2 }, 'You must select at most 2 choices.', MANY_CHOICES, NULL],
    ['Count', [], { min: 1 }, 'This collection should contain 1 element or more.', TOO_FEW, NULL],
    ['Count', [], { min: 2 }, 'This collection should contain 2 elements or more.', TOO_FEW, NULL],
    ['Count', [1, 2], { max: 1 }, 'This collection should contain 1 element or less.', TOO_MANY, NULL],
    ['Count', [1, 2, 3], { max: 2 }, 'This collection should contain 2 elements or less.', TOO_MANY, NULL],
    ['Count', [], { min: 1, max: 1 }, 'This collection should contain exactly 1 element.', EXACT_COUNT, NULL],
    ['Count', [], { exactly: 2 }, 'This collection should contain exactly 2 elements.', EXACT_COUNT, NULL],
    ['Unique', [1, 1], {}, 'This collection should contain only unique elements.', '7911c98d-b845-4da0-94b7-a8dac36bc55a', [null, [1, '1']]],
  ],
  structures: [
    ['All', [''], { constraints: [{ NotBlank: {} }] }, 'field[0]: This value should not be blank.', BLANK, NULL],
    ['Collection', { a: 1 }, { fields: {} }, 'field.a: This field was not expected.', '7703c766-b5d5-4cef-ace7-ae0dd82304e9', NULL],
    ['Collection', {}, { fields: { a: [] } }, 'field.a: This field is missing.', '2fa2158c-2a7f-484b-98aa-975522539ff8', NULL],
    ['Collection', { a: '' }, { fields: { a: { required: false, constraints: [{ NotBlank: {} }] } } }, 'field.a: This value should not be blank.', BLANK, [null, {}]],
    ['Expression', null, { expression: 'value != null' }, 'This value is not valid.', '6b3befbc-2f01-4ddf-be21-b57898905284', [1]],
  ],
};

const HANDLED_ELSEWHERE = ['Callback', 'File', 'Image', 'UniqueEntity'];

function evaluate(name: string, value: unknown, options: JsonObject): readonly Violation[] {
  const violations = createViolationList();
  const context = { groups: new Set(['Default']), now: new Date(), isGranted: () => false };
  compileConstraints([{ [name]: options }])({ violations, path: 'field', value }, context);
  return violations.items;
}

function printed({ propertyPath, message }: Violation): string {
  return propertyPath === 'field' ? message : `${propertyPath}: ${message}`;
}

describe.each(Object.entries(FAMILIES))('constraints of the catalogue, family %s:', (_family, rows) => {
  const titled = rows.map((row) => ({ title: `${row[0]} ${JSON.stringify(row[2])}`, row }));

  test.each(titled)(
    '$title reports the message of section 6',
    ({ row: [name, broken, options, message, code] }) => {
      const found = evaluate(name, broken, options);
      expect(found.map((violation) => [printed(violation), violation.code])).toEqual([[message, code]]);
    },
  );

  test.each(titled)('$title skips the values of section 6', ({ row: [name, , options, , , passes] }) => {
    for (const value of passes) expect(evaluate(name, value, options)).toEqual([]);
  });
});

test('the tables contain every constraint of the catalogue that compiled lists run', () => {
  const tried = new Set(Object.values(FAMILIES).flatMap((rows) => rows.map(([name]) => name)));
  expect(CONSTRAINT_NAMES.filter((name) => !tried.has(name)).sort()).toEqual(HANDLED_ELSEWHERE);
});

const picture: FileValue = {
  size: 1500,
  mediaType: 'image/png',
  name: 'a.png',
  extension: 'png',
  width: 30,
  height: 20,
  isBroken: false,
};
const WRONG_TYPE = '744f00bc-4389-4c74-92de-9a43cde55534';
const LONG_NAME = 'e5706483-91a8-49d8-9a59-5e81a3c634a8';

// prettier-ignore
const FILES: readonly (readonly [check: 'File' | 'Image', Partial<FileValue>, ImageOptions, message: string, code: string])[] = [
  ['File', {}, { maxSize: '1k' }, 'The file is too large (1.5 kB). Allowed maximum size is 1 kB.', 'df8637af-d466-48c6-a59d-e7126250a654'],
  ['File', {}, { maxSize: '1Ki' }, 'The file is too large (1.46 KiB). Allowed maximum size is 1 KiB.', 'df8637af-d466-48c6-a59d-e7126250a654'],
  ['File', {}, { mimeTypes: ['text/*', 'image/gif'] }, 'The mime type of the file is invalid ("image/png"). Allowed mime types are "text/*", "image/gif".', WRONG_TYPE],
  ['File', {}, { extensions: ['gif', 'jpg'] }, 'The extension of the file is invalid ("png"). Allowed extensions are "gif", "jpg".', 'c8c7315c-6186-4719-8b71-5659e16bdcb7'],
  ['File', { size: 0 }, {}, 'An empty file is not allowed.', '5d743385-9775-4aa5-8ff5-495fb1e60137'],
  ['File', {}, { filenameMaxLength: 1 }, 'The filename is too long. It should have 1 character or less.', LONG_NAME],
  ['File', {}, { filenameMaxLength: 4 }, 'The filename is too long. It should have 4 characters or less.', LONG_NAME],
  ['Image', { mediaType: 'text/plain' }, {}, 'This file is not a valid image.', WRONG_TYPE],
  ['Image', { isBroken: true }, {}, 'This file is not a valid image.', WRONG_TYPE],
  ['Image', {}, { maxWidth: 29 }, 'The image width is too big (30px). Allowed maximum width is 29px.', '7f87163d-878f-47f5-99ba-a8eb723a1ab2'],
  ['Image', {}, { minWidth: 31 }, 'The image width is too small (30px). Minimum width expected is 31px.', '9afbd561-4f90-4a27-be62-1780fc43604a'],
  ['Image', {}, { maxHeight: 19 }, 'The image height is too big (20px). Allowed maximum height is 19px.', '7efae81c-4877-47ba-aa65-d01ccb0d4645'],
  ['Image', {}, { minHeight: 21 }, 'The image height is too small (20px). Minimum height expected is 21px.', 'aef0cb6a-c07f-4894-bc08-1781420d7b4c'],
];

describe('constraints of the catalogue on files', () => {
  function judgeFile(check: 'File' | 'Image', value: FileValue | null, options: ImageOptions): unknown[] {
    const violations = createViolationList();
    (check === 'File' ? file : image)({ violations, path: 'file', value }, options);
    return violations.items.map(({ message, code }) => [message, code]);
  }

  test.each(FILES.map((row) => ({ title: `${row[0]} ${JSON.stringify(row[2])}: ${row[3]}`, row })))(
    'report $title',
    ({ row: [check, facts, options, message, code] }) => {
      expect(judgeFile(check, { ...picture, ...facts }, options)).toEqual([[message, code]]);
      expect(judgeFile(check, null, options)).toEqual([]);
    },
  );

  test('accept an image that violates none of them', () => {
    const options = { maxSize: '2k', mimeTypes: ['image/*'], extensions: 'png', maxWidth: 30, minHeight: 20 };
    expect(judgeFile('Image', picture, options)).toEqual([]);
  });
});
