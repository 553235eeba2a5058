import { describe, expect, test } from 'vitest';
import { NOT_CONVERTIBLE } from '../../../../../../../runtime/features/forms/engine/values/conversion.js';
import {
  createDateParts,
  type DateParts,
} from '../../../../../../../runtime/features/forms/engine/values/date-parts.js';
import type { FormFieldDefinition } from '../../../../../../../runtime/extension-points/forms/form-definition.js';

type Options = Omit<FormFieldDefinition, 'name' | 'type'>;

const NO = NOT_CONVERTIBLE;
const NOW = new Date('2026-11-23T03:00:00Z');

const partsOf = (type: string, options: Options = {}): DateParts =>
  createDateParts(type, { name: 'when', ...options }, NOW);

const PARTS: readonly [string, Options, string][] = [
  ['date', {}, 'year 2021-2031, month 1-12, day 1-31'],
  ['birthday', {}, 'year 1906-2026, month 1-12, day 1-31'],
  ['time', {}, 'hour 0-23, minute 0-59'],
  ['time', { with_seconds: true }, 'hour 0-23, minute 0-59, second 0-59'],
  ['time', { with_minutes: false, with_seconds: true }, 'hour 0-23'],
  ['datetime', {}, 'year 2021-2031, month 1-12, day 1-31, hour 0-23, minute 0-59'],
  ['week', {}, 'year 2016-2036, week 1-53'],
  ['dateinterval', {}, 'years 0-100, months 0-12, days 0-31'],
  [
    'dateinterval',
    { hours: [1, 2], with_minutes: true, with_seconds: true },
    'years 0-100, months 0-12, days 0-31, hours 1-2, minutes 0-60, seconds 0-60',
  ],
  ['date', { years: [2000, 2001], months: [6], days: [1, 15] }, 'year 2000-2001, month 6-6, day 1-15'],
];

const READ: readonly [string, Options, Readonly<Record<string, string | null>>, unknown][] = [
  ['date', {}, { year: '2026', month: '2', day: '3' }, '2026-02-03'],
  ['date', {}, { year: '2024', month: '2', day: '29' }, '2024-02-29'],
  ['date', {}, { year: '2026', month: '2', day: '29' }, NO],
  ['date', {}, { year: '2026', month: '4', day: '31' }, NO],
  ['date', {}, { year: '1999', month: '1', day: '1' }, NO],
  ['date', {}, { year: '2026', month: '02', day: '3' }, NO],
  ['date', {}, { year: '2026', month: '13', day: '3' }, NO],
  ['date', {}, { year: '2026', month: '', day: '3' }, NO],
  ['date', {}, { year: '2026', month: null, day: '3' }, NO],
  ['date', {}, { year: '2026' }, NO],
  ['date', {}, { year: '', month: '', day: null }, null],
  ['date', {}, {}, null],
  ['date', {}, { toString: '1' }, null],
  ['date', { years: [0, 1, 9999, 10000] }, { year: '1', month: '1', day: '1' }, '0001-01-01'],
  ['date', { years: [0, 1, 9999, 10000] }, { year: '9999', month: '12', day: '31' }, '9999-12-31'],
  ['date', { years: [0, 1, 9999, 10000] }, { year: '0', month: '1', day: '1' }, NO],
  ['date', { years: [0, 1, 9999, 10000] }, { year: '10000', month: '1', day: '1' }, NO],
  ['date', { widget: 'text' }, { year: '1850', month: '02', day: '3' }, '1850-02-03'],
  ['date', { widget: 'text' }, { year: '1850', month: '99', day: '3' }, NO],
  ['date', { widget: 'text' }, { year: '1850', month: '-1', day: '3' }, NO],
  ['birthday', {}, { year: '1910', month: '12', day: '31' }, '1910-12-31'],
  ['time', {}, { hour: '0', minute: '5' }, '00:05:00'],
  ['time', { with_seconds: true }, { hour: '23', minute: '59', second: '59' }, '23:59:59'],
  ['time', { with_minutes: false }, { hour: '7' }, '07:00:00'],
  ['time', {}, { hour: '24', minute: '0' }, NO],
  ['datetime', {}, { year: '2026', month: '1', day: '2', hour: '3', minute: '4' }, '2026-01-02T03:04:00'],
  ['datetime', {}, { year: '2026', month: '1', day: '2', hour: '', minute: '' }, NO],
  ['week', {}, { year: '2026', week: '47' }, '2026-W47'],
  ['week', {}, { year: '2026', week: '53' }, '2026-W53'],
  ['week', {}, { year: '2025', week: '53' }, NO],
  ['dateinterval', {}, { years: '1', months: '0', days: '3' }, 'P1Y3D'],
  ['dateinterval', {}, { years: '0', months: '0', days: '0' }, 'P0D'],
  ['dateinterval', { hours: [0, 1] }, { years: '0', months: '0', days: '0', hours: '1' }, 'PT1H'],
  ['dateinterval', {}, { years: '1', months: '', days: '3' }, NO],
];

const SHOWN: readonly [string, Options, unknown, Readonly<Record<string, string>>][] = [
  ['date', {}, '2026-02-03', { year: '2026', month: '2', day: '3' }],
  ['date', {}, '0045-12-31', { year: '45', month: '12', day: '31' }],
  ['date', {}, new Date('2026-02-03T10:00:00Z'), { year: '2026', month: '2', day: '3' }],
  ['time', {}, '09:05:30', { hour: '9', minute: '5' }],
  ['time', { with_seconds: true }, '09:05:30', { hour: '9', minute: '5', second: '30' }],
  [
    'datetime',
    { with_seconds: true },
    '2026-02-03T09:05:30',
    { year: '2026', month: '2', day: '3', hour: '9', minute: '5', second: '30' },
  ],
  ['week', {}, '2026-W07', { year: '2026', week: '7' }],
  ['dateinterval', {}, 'P1Y3D', { years: '1', months: '0', days: '3' }],
  ['dateinterval', {}, 'P2W1D', { years: '0', months: '0', days: '15' }],
  [
    'dateinterval',
    { hours: [1], minutes: [30] },
    'PT1H30M',
    { years: '0', months: '0', days: '0', hours: '1', minutes: '30' },
  ],
];

describe('Dates that are entered in parts', () => {
  test.each(PARTS)('%s %j has the parts %s', (type, options, expected) => {
    const ranges = partsOf(type, options).parts.map(({ name, choices: { flat } }) =>
      [name, `${flat[0]?.value ?? ''}-${flat.at(-1)?.value ?? ''}`].join(' '),
    );
    expect(ranges.join(', ')).toBe(expected);
  });

  test.for(READ)('%s %j parses %j', ([type, options, parts, data]) => {
    expect(partsOf(type, options).toData(parts)).toBe(data);
  });

  test.for(SHOWN)('%s %j renders %s', ([type, options, data, parts]) => {
    expect(partsOf(type, options).toView(data)).toEqual(parts);
  });

  test.each([null, undefined, '', 'soon', 5, {}, [], new Date(NaN)])(
    '%o is rendered as empty parts',
    (data) => {
      expect(partsOf('date').toView(data)).toEqual({ year: '', month: '', day: '' });
      expect(partsOf('time').toView(data)).toEqual({ hour: '', minute: '' });
      expect(partsOf('dateinterval').toView(data)).toEqual({ years: '', months: '', days: '' });
    },
  );

  test('months, days and times have labels with two digits and numeric values', () => {
    const { parts } = partsOf('datetime', { years: [2026] });
    expect(parts.map(({ choices }) => choices.flat[0])).toEqual([
      { label: '2026', value: '2026', data: 2026, attr: {} },
      { label: '01', value: '1', data: 1, attr: {} },
      { label: '01', value: '1', data: 1, attr: {} },
      { label: '00', value: '0', data: 0, attr: {} },
      { label: '00', value: '0', data: 0, attr: {} },
    ]);
  });

  test.each([
    ['dd MMM yyyy', 'Feb'],
    ['d MMMM yyyy', 'February'],
    ['yyyy-MM-dd', '02'],
  ])('a format %s labels the second month %s', (format, label) => {
    const [, month] = partsOf('date', { format }).parts;
    expect(month?.choices.find('2')?.label).toBe(label);
  });

  test.each<[Options, readonly (string | undefined)[]]>([
    [{}, [undefined, undefined, undefined]],
    [{ required: false }, ['', '', '']],
    [{ placeholder: 'Choose' }, ['Choose', 'Choose', 'Choose']],
    [{ placeholder: { year: 'Year', day: 'Day' } }, ['Year', undefined, 'Day']],
    [{ placeholder: { year: 'Year' }, required: false }, ['Year', '', '']],
    [{ placeholder: false, required: false }, [undefined, undefined, undefined]],
  ])('%j results in the placeholders %j', (options, placeholders) => {
    expect(partsOf('date', options).parts.map(({ placeholder }) => placeholder)).toEqual(placeholders);
  });
});
