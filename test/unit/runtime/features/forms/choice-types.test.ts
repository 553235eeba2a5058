import { describe, expect, test } from 'vitest';
import type { FormFieldDefinition } from '../../../../../runtime/extension-points/forms/form-definition.js';
import type { JsonValue } from '../../../../../runtime/kernel/contract/json.js';
import {
  errorsAt,
  formOf,
  node,
  nodeAt,
  submit,
  varsBut,
  varsOf,
  viewOf,
  type Tree,
} from './form-under-test.js';

type Options = Omit<FormFieldDefinition, 'name' | 'type'>;
type Vars = Readonly<Record<string, unknown>>;

const CHAIN = ['form', 'choice'];
const INVALID = 'The selected choice is invalid.';
const CHOICES = { Free: 'free', Paid: 1, None: false };

const WIRE = [
  ['Free', 'free', 'free'],
  ['Paid', '1', 1],
  ['None', '0', false],
].map(([label, value, data]) => ({ label, value, data, attr: {}, labelTranslationParameters: [] }));

const formWith = (options: Options, type = 'choice') =>
  formOf([{ name: 'plan', type, choices: CHOICES, ...options }, { name: 'other' }]);

const choiceVars = (more: Vars, chain = CHAIN): Vars =>
  varsOf('plan', chain, {
    multiple: false,
    expanded: false,
    choices: WIRE,
    preferred_choices: [],
    placeholder_in_choices: false,
    is_selected: [],
    value: '',
    ...more,
  });

/** The radios or checkboxes of an expanded choice, the checked ones by value. */
function boxes(multiple: boolean, checked: readonly string[], more: Vars = {}): readonly Tree[] {
  const chain = multiple ? ['form', 'checkbox'] : ['form', 'checkbox', 'radio'];
  return WIRE.map(({ label, value }, index) =>
    node(
      varsOf('plan', chain, {
        name: String(index),
        full_name: multiple ? 'contact[plan][]' : 'contact[plan]',
        id: `contact_plan_${index}`,
        unique_block_prefix: '_contact_plan_entry',
        block_prefixes: [...chain, '_contact_plan_entry'],
        label,
        value,
        checked: checked.includes(String(value)),
        ...(multiple ? { required: false } : {}),
        ...more,
      }),
    ),
  );
}

interface Rendering {
  readonly options: Options;
  readonly vars: Vars;
  readonly empty: JsonValue;
  readonly good: JsonValue;
  readonly shown: JsonValue;
  readonly data: JsonValue;
  readonly bad: readonly JsonValue[];
}

const RENDERINGS: readonly (readonly [string, Rendering])[] = [
  [
    'a select',
    {
      options: {},
      vars: {},
      empty: '',
      good: 1,
      shown: '1',
      data: 1,
      bad: ['2', 'Free', 'toString', ['free'], {}],
    },
  ],
  [
    'a multiple select',
    {
      options: { multiple: true },
      vars: { multiple: true, full_name: 'contact[plan][]' },
      empty: [],
      good: ['free', '0'],
      shown: ['free', '0'],
      data: ['free', false],
      bad: ['free', ['free', '2'], ['__proto__'], [['free']], [{}]],
    },
  ],
  [
    'radios',
    {
      options: { expanded: true },
      vars: { expanded: true },
      empty: '',
      good: '1',
      shown: '1',
      data: 1,
      bad: ['2', 'constructor', ['free'], {}],
    },
  ],
  [
    'checkboxes',
    {
      options: { expanded: true, multiple: true },
      vars: { expanded: true, multiple: true },
      empty: [],
      good: ['0', 'free'],
      shown: ['0', 'free'],
      data: ['free', false],
      bad: ['free', ['free', '2'], ['__proto__'], [['free']]],
    },
  ],
];

const children = ({ options }: Rendering, checked: readonly string[], more?: Vars): readonly Tree[] =>
  options.expanded === true ? boxes(options.multiple === true, checked, more) : [];

describe('Choices', () => {
  test.each(RENDERINGS)('%s is rendered without a selected choice', (_, rendering) => {
    const vars = choiceVars({ ...rendering.vars, value: rendering.empty });
    expect(nodeAt(viewOf(formWith(rendering.options)), 'plan')).toEqual(node(vars, children(rendering, [])));
  });

  test.each(RENDERINGS)('%s is not submitted when a partial submission leaves it out', (_, rendering) => {
    const form = formWith({ ...rendering.options, constraints: [{ NotBlank: {} }] });
    const { tree, isValid } = submit(form, { other: 'x' }, 'partial');
    const vars = choiceVars({ ...rendering.vars, value: rendering.empty });
    expect(nodeAt(tree, 'plan')).toEqual(node(vars, children(rendering, [])));
    expect(isValid).toBe(true);
  });

  test.each(RENDERINGS)('%s accepts values of its choices, which are strings in JSON', (_, rendering) => {
    const { tree, data, isValid } = submit(formWith(rendering.options), { plan: rendering.good });
    const { vars } = nodeAt(tree, 'plan');
    expect(varsBut('value', vars)).toEqual(
      varsBut('value', choiceVars({ ...rendering.vars, submitted: true })),
    );
    expect(sorted(vars.value)).toEqual(sorted(rendering.shown));
    const checked = [rendering.shown].flat().map(String);
    expect(nodeAt(tree, 'plan').children).toEqual(children(rendering, checked, { submitted: true }));
    expect(sorted(data.plan)).toEqual(sorted(rendering.data));
    expect(isValid).toBe(true);
  });

  test.each(RENDERINGS)('%s is empty and validated when a full submission omits it', (_, rendering) => {
    const form = formWith({ ...rendering.options, constraints: [{ NotBlank: {} }] });
    const { tree, data } = submit(form, {});
    expect(nodeAt(tree, 'plan').vars).toEqual(
      choiceVars({
        ...rendering.vars,
        value: rendering.empty,
        submitted: true,
        valid: false,
        errors: ['This value should not be blank.'],
      }),
    );
    expect(data.plan).toEqual(Array.isArray(rendering.empty) ? [] : null);
  });

  test.each(RENDERINGS)('%s reports values that are not choices once', (_, rendering) => {
    for (const plan of rendering.bad) {
      const { tree, isValid } = submit(formWith(rendering.options), { plan });
      expect([plan, errorsAt(tree, 'plan')]).toEqual([plan, [INVALID]]);
      expect(isValid).toBe(false);
    }
  });

  test('initial data selects the choice with that value', () => {
    const shown = (options: Options) => nodeAt(viewOf(formWith(options)), 'plan');
    expect(shown({ data: false }).vars.value).toBe('0');
    expect(shown({ data: [1, 'free'], multiple: true }).vars.value).toEqual(['1', 'free']);
    expect(shown({ data: 1, expanded: true }).children).toEqual(boxes(false, ['1']));
  });

  test('an optional select has an empty placeholder, a required or multiple one has none', () => {
    const placeholder = (options: Options) => nodeAt(viewOf(formWith(options)), 'plan').vars.placeholder;
    expect(placeholder({ required: false })).toBe('');
    expect(placeholder({})).toBeUndefined();
    expect(placeholder({ placeholder: 'Choose' })).toBe('Choose');
    expect(placeholder({ multiple: true, required: false })).toBeUndefined();
    expect(placeholder({ multiple: true, placeholder: 'Choose' })).toBeUndefined();
  });

  test('an optional choice with radios starts with one named None', () => {
    const { children: radios } = nodeAt(viewOf(formWith({ expanded: true, required: false })), 'plan');
    expect(radios.map(({ vars }) => vars.name)).toEqual(['placeholder', '0', '1', '2']);
    expect(radios[0]?.vars).toMatchObject({
      label: 'None',
      value: '',
      full_name: 'contact[plan]',
      id: 'contact_plan_placeholder',
      required: false,
    });
    const { data, isValid } = submit(formWith({ expanded: true, required: false }), { plan: '' });
    expect([data.plan, isValid]).toEqual([null, true]);
  });

  test('an empty first choice replaces the placeholder', () => {
    const { vars } = nodeAt(viewOf(formWith({ choices: { Choose: '', A: 'a' }, required: false })), 'plan');
    expect(vars.placeholder_in_choices).toBe(true);
    expect(vars).not.toHaveProperty('placeholder');
  });

  test('groups and preferred choices are marked as such', () => {
    const [free, paid] = WIRE;
    const { vars } = nodeAt(
      viewOf(formWith({ choices: { Plans: { Free: 'free' }, Paid: 1 }, preferred_choices: [1] })),
      'plan',
    );
    expect(vars.choices).toEqual([{ label: 'Plans', choices: [free] }, paid]);
    expect(vars.preferred_choices).toEqual([paid]);
  });

  test('attributes of a choice are set on the choice and on its child', () => {
    const form = formWith({ expanded: true, choice_attr: { Paid: { class: 'gold' } } });
    const { vars, children: radios } = nodeAt(viewOf(form), 'plan');
    expect((vars.choices as readonly Vars[])[1]?.attr).toEqual({ class: 'gold' });
    expect(radios.map((radio) => radio.vars.attr)).toEqual([{}, { class: 'gold' }, {}]);
  });
});

describe('Types with predefined choices', () => {
  test.each([
    ['country', 'DE', 'Please select a valid country.'],
    ['language', 'de', 'Please select a valid language.'],
    ['locale', 'de_AT', 'Please select a valid locale.'],
    ['currency', 'EUR', 'Please select a valid currency.'],
    ['timezone', 'Europe/Berlin', 'Please select a valid timezone.'],
  ])('%s is a choice', (type, value, message) => {
    const form = formOf([{ name: 'plan', type }]);
    const { vars } = nodeAt(viewOf(form), 'plan');
    expect(varsBut('choices', vars)).toEqual(varsBut('choices', choiceVars({}, [...CHAIN, type])));
    expect((vars.choices as readonly Vars[]).find((choice) => choice.value === value)).toBeDefined();
    expect(submit(form, { plan: value }).data.plan).toBe(value);
    expect(errorsAt(submit(form, { plan: 'none' }).tree, 'plan')).toEqual([message]);
  });

  test('an enum has the choices of its field', () => {
    const { vars } = nodeAt(viewOf(formWith({}, 'enum')), 'plan');
    expect(vars).toEqual(choiceVars({}, [...CHAIN, 'enum']));
  });
});

/** All parts, parts that give no value, the value, the message. */
const PARTS: readonly (readonly [string, Vars, Vars, string, string])[] = [
  ['date', { year: '2026', month: '2', day: '3' }, { day: '30' }, '2026-02-03', 'Please enter a valid date.'],
  ['time', { hour: '9', minute: '5' }, { minute: '' }, '09:05:00', 'Please enter a valid time.'],
  [
    'birthday',
    { year: '2000', month: '2', day: '3' },
    { day: '30' },
    '2000-02-03',
    'Please enter a valid birthdate.',
  ],
  [
    'datetime',
    { year: '2026', month: '2', day: '3', hour: '0', minute: '59' },
    { month: '' },
    '2026-02-03T00:59:00',
    'Please enter a valid date and time.',
  ],
  ['week', { year: '2026', week: '53' }, { year: '2000' }, '2026-W53', 'Please enter a valid week.'],
  [
    'dateinterval',
    { years: '2000', months: '0', days: '3' },
    { days: '32' },
    'P2000Y3D',
    'Please choose a valid date interval.',
  ],
];

describe('Dates and times as choices', () => {
  const dateForm = (type: string) =>
    formOf([{ name: 'plan', type, widget: 'choice', years: [2000, 2026] }, { name: 'other' }]);

  test.each(PARTS)('%s has a choice for each part', (type, parts) => {
    const { vars, children: fields } = nodeAt(viewOf(dateForm(type)), 'plan');
    const empty = Object.fromEntries(Object.keys(parts).map((name) => [name, '']));
    const chain = type === 'birthday' ? ['form', 'date', 'birthday'] : ['form', type];
    expect(vars).toEqual(varsOf('plan', chain, { value: empty }));
    expect(fields.map((part) => varsBut('choices', part.vars))).toEqual(
      Object.keys(parts).map((name) =>
        varsBut(
          'choices',
          choiceVars({
            name,
            full_name: `contact[plan][${name}]`,
            id: `contact_plan_${name}`,
            unique_block_prefix: `_contact_plan_${name}`,
            block_prefixes: ['form', 'choice', `_contact_plan_${name}`],
          }),
        ),
      ),
    );
  });

  test.for(PARTS)('%s accepts its parts', ([type, parts, _, value]) => {
    const { tree, data, isValid } = submit(dateForm(type), { plan: parts as Record<string, string> });
    expect([data.plan, isValid]).toEqual([value, true]);
    const { vars, children: fields } = nodeAt(tree, 'plan');
    expect(vars).toMatchObject({ value: parts, submitted: true, valid: true, errors: [] });
    expect(fields.map((part) => part.vars.value)).toEqual(Object.values(parts));
  });

  test.for(PARTS)('%s refuses invalid values: %j but %j', ([type, parts, wrong, _, message]) => {
    const plan = { ...parts, ...wrong } as Record<string, string>;
    const { tree, isValid } = submit(dateForm(type), { plan });
    expect([errorsAt(tree, 'plan'), isValid]).toEqual([[message], false]);
    expect(errorsAt(submit(dateForm(type), { plan: '2026-02-03' }).tree, 'plan')).toEqual([message]);
  });

  test.each(PARTS)('%s is null when nothing is sent, and unchanged by a partial submission', (type) => {
    expect(submit(dateForm(type), {}).data.plan).toBeNull();
    const { tree, isValid } = submit(dateForm(type), { other: 'x' }, 'partial');
    expect(nodeAt(tree, 'plan')).toEqual(nodeAt(viewOf(dateForm(type)), 'plan'));
    expect(isValid).toBe(true);
  });
});

/** Lists of values in any order. */
function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as readonly unknown[])].map(String).sort() : value;
}
