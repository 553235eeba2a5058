import { describe, expect, test } from 'vitest';
import { createChoiceList } from '../../../../../../../runtime/features/forms/engine/values/platform-choices.js';
import type { FormFieldDefinition } from '../../../../../../../runtime/extension-points/forms/form-definition.js';
import type { JsonObject } from '../../../../../../../runtime/kernel/contract/json.js';
import { compileConstraints } from '../../../../../../../runtime/kernel/validation/constraint-notation.js';
import { createViolationList } from '../../../../../../../runtime/kernel/validation/violation-list.js';

type Options = Omit<FormFieldDefinition, 'name' | 'type'>;

const listOf = (options: Options, type = 'choice') => createChoiceList(type, { name: 'plan', ...options });

const shown = (label: string, data: string | number | boolean | null, value = String(data)): JsonObject => ({
  label,
  value,
  data,
  attr: {},
  labelTranslationParameters: [],
});

const NOTATIONS: readonly [string, Options, readonly JsonObject[]][] = [
  [
    'a map of labels to values',
    { choices: { Small: 's', Large: 'l' } },
    [shown('Small', 's'), shown('Large', 'l')],
  ],
  [
    'values of every scalar type, which are texts on the wire',
    { choices: { One: 1, Half: 0.5, Yes: true, No: false, None: null, Text: 'text' } },
    // `Yes` has the text of `One`, which precedes it.
    [
      shown('One', 1),
      shown('Half', 0.5),
      shown('No', false, '0'),
      shown('None', null, ''),
      shown('Text', 'text'),
    ],
  ],
  ['a list of values', { choices: ['a', 2] }, [shown('a', 'a'), shown('2', 2)]],
  [
    'a list of labelled values with attributes',
    {
      choices: [
        { label: 'A', value: 'a', attr: { class: 'first' } },
        { label: 'B', value: 2 },
      ],
    },
    [{ ...shown('A', 'a'), attr: { class: 'first' } }, shown('B', 2)],
  ],
  [
    'attributes by label',
    { choices: { A: 'a', toString: 'b' }, choice_attr: { A: { disabled: true } } },
    [{ ...shown('A', 'a'), attr: { disabled: true } }, shown('toString', 'b')],
  ],
  [
    'groups as nested maps',
    { choices: { Fruit: { Apple: 'apple' }, Bread: 'bread' } },
    [{ label: 'Fruit', choices: [shown('Apple', 'apple')] }, shown('Bread', 'bread')],
  ],
  [
    'groups of a list, with groups within them',
    { choices: [{ label: 'Fruit', choices: { Apple: 'apple', Citrus: { Lemon: 'lemon' } } }, 'bread'] },
    [
      { label: 'Fruit', choices: [shown('Apple', 'apple'), shown('Lemon', 'lemon')] },
      shown('bread', 'bread'),
    ],
  ],
  [
    'the first of several choices with one value, in and out of groups',
    { choices: { One: 1, Uno: '1', Group: { Ein: 1 }, Two: 2 } },
    [shown('One', 1), shown('Two', 2)],
  ],
  ['no choices at all', {}, []],
];

describe('Choice lists', () => {
  test.each(NOTATIONS)('renders %s', (_, options, choices) => {
    expect(listOf(options).choices).toEqual(choices);
  });

  test('finds a choice by its text only, in groups too', () => {
    const list = listOf({ choices: { Fruit: { Apple: 'apple' }, One: 1, No: false, None: null } });
    const found = ['apple', '1', '0', '', 'Apple', 'Fruit', 'false', 'null', '01', ' 1'].map(
      (value) => list.find(value)?.label,
    );
    expect(found).toEqual(['Apple', 'One', 'No', 'None', ...Array<undefined>(6).fill(undefined)]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length', '0'])(
    'the prototype key %s is not a choice',
    (key) => {
      const list = listOf({ choices: { A: 'a' } });
      expect([list.find(key), list.valueOf(key)]).toEqual([undefined, undefined]);
    },
  );

  test('a choice can have the name of a prototype key', () => {
    const choices = JSON.parse('{"__proto__": "p", "constructor": "c", "K": "__proto__"}') as JsonObject;
    const list = listOf({ choices });
    expect(list.choices).toEqual([
      shown('__proto__', 'p'),
      shown('constructor', 'c'),
      shown('K', '__proto__'),
    ]);
    expect(list.find('__proto__')?.label).toBe('K');
  });

  test('returns the text of a data value, by identity or by its string form', () => {
    const list = listOf({ choices: { One: 1, No: false, None: null, Text: 'text' } });
    const texts = [1, '1', false, null, 'text', 2, 'None', undefined, {}, [1]].map((data) =>
      list.valueOf(data),
    );
    expect(texts).toEqual(['1', '1', '0', '', 'text', ...Array<undefined>(5).fill(undefined)]);
  });

  test('lists preferred choices in the order of the option, and again among all choices', () => {
    const list = listOf({
      choices: { A: 'a', Group: { B: 2 }, C: 'c' },
      preferred_choices: ['c', 2, 'unknown'],
    });
    expect(list.preferred).toEqual([shown('C', 'c'), shown('B', 2)]);
    expect(list.flat.map(({ value }) => value)).toEqual(['a', '2', 'c']);
  });

  test.each<[string, Options, boolean]>([
    ['whose first choice is empty', { choices: { Choose: '', A: 'a' } }, true],
    ['whose first choice is null', { choices: { Choose: null, A: 'a' } }, true],
    ['whose second choice is empty', { choices: { A: 'a', Choose: '' } }, false],
    ['whose first group starts with an empty choice', { choices: { Group: { Choose: '' } } }, false],
    ['that prefers an empty choice', { choices: { A: 'a', Choose: '' }, preferred_choices: [''] }, true],
    ['that prefers another choice', { choices: { Choose: '', A: 'a' }, preferred_choices: ['a'] }, false],
    ['without choices', {}, false],
  ])('a list %s: %j has an empty choice first: %s', (_, options, hasEmptyChoice) => {
    expect(listOf(options).hasEmptyChoice).toBe(hasEmptyChoice);
  });
});

describe('Choices of countries, languages, locales, currencies and time zones', () => {
  test.each([
    ['country', 'DE', 'Germany', 'Country'],
    ['language', 'pt', 'Portuguese', 'Language'],
    ['locale', 'en_GB', 'English (United Kingdom)', 'Locale'],
    ['locale', 'zh_Hant_TW', 'Chinese (Traditional, Taiwan)', 'Locale'],
    ['currency', 'EUR', 'Euro', 'Currency'],
    ['timezone', 'America/New_York', 'America / New York', 'Timezone'],
    ['timezone', 'Asia/Kolkata', 'Asia / Kolkata', 'Timezone'],
    ['timezone', 'Asia/Calcutta', 'Asia / Calcutta', 'Timezone'],
    ['timezone', 'Europe/Kiev', 'Europe / Kiev', 'Timezone'],
    ['timezone', 'Europe/Kyiv', 'Europe / Kyiv', 'Timezone'],
    ['timezone', 'US/Pacific', 'US / Pacific', 'Timezone'],
    ['timezone', 'Etc/GMT+5', 'Etc / GMT+5', 'Timezone'],
    ['timezone', 'UTC', 'UTC', 'Timezone'],
  ])('a %s of %s is "%s"', (type, value, label) => {
    expect(listOf({}, type).find(value)).toEqual({ label, value, data: value, attr: {} });
  });

  test.each([
    ['country', 'Country', 249],
    ['language', 'Language', 600],
    ['locale', 'Locale', 800],
    ['currency', 'Currency', 150],
    ['timezone', 'Timezone', 400],
  ])('every %s satisfies the constraint %s', (type, constraint, atLeast) => {
    const { flat } = listOf({}, type);
    expect(flat.length).toBeGreaterThanOrEqual(atLeast);
    expect(flat.filter(({ value }) => !satisfies(constraint, value))).toEqual([]);
  });

  test('names that browsers report are listed, other deprecated ones are only accepted', () => {
    const list = listOf({ preferred_choices: ['Europe/Kiev'] }, 'timezone');
    const shownValues = list.flat.map(({ value }) => value);
    expect(shownValues).toEqual(expect.arrayContaining(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Kiev']));
    expect(shownValues).not.toContain('US/Pacific');
    expect(list.find('US/Pacific')?.data).toBe('US/Pacific');
    expect(list.valueOf('US/Pacific')).toBe('US/Pacific');
  });

  test.each(['Mars/Olympus', '+05:30', '', 'us/pacific', `A${'/A'.repeat(5_000)}`])(
    '%j is not a choice',
    (value) => {
      expect(listOf({}, 'timezone').find(value)).toBeUndefined();
      expect(listOf({ choices: { Home: 'Europe/Berlin' } }, 'timezone').find('US/Pacific')).toBeUndefined();
    },
  );

  test.each(['country', 'language', 'locale', 'currency', 'timezone'])(
    '%s choices are sorted by name and shared by all forms',
    (type) => {
      const labels = listOf({}, type).flat.map(({ label }) => label);
      expect(labels).toEqual([...labels].sort(new Intl.Collator('en').compare));
      expect(listOf({ label: 'Another' }, type)).toBe(listOf({}, type));
    },
  );

  test('a field can prefer, mark or restrict them without changing them for others', () => {
    const marked = listOf(
      { preferred_choices: ['DE'], choice_attr: { Germany: { class: 'home' } } },
      'country',
    );
    expect(marked.preferred).toEqual([{ ...shown('Germany', 'DE'), attr: { class: 'home' } }]);
    expect(listOf({ choices: { Home: 'DE' } }, 'country').flat.map(({ value }) => value)).toEqual(['DE']);
    expect(listOf({}, 'country').find('DE')?.attr).toEqual({});
  });
});

function satisfies(constraint: string, value: string): boolean {
  const violations = createViolationList();
  const context = { groups: new Set(['Default']), now: new Date(), isGranted: () => false };
  compileConstraints([{ [constraint]: {} }])({ violations, path: '', value }, context);
  return violations.items.length === 0;
}
