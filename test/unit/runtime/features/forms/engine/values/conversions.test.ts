import { describe, expect, test } from 'vitest';
import { conversionOf } from '../../../../../../../runtime/features/forms/engine/values/conversions.js';
import type { Conversion } from '../../../../../../../runtime/features/forms/engine/values/conversion.js';
import { NOT_CONVERTIBLE } from '../../../../../../../runtime/features/forms/engine/values/conversion.js';
import type { FormFieldDefinition } from '../../../../../../../runtime/extension-points/forms/form-definition.js';

type Options = Omit<FormFieldDefinition, 'name' | 'type'>;

function conversion(type: string, options: Options = {}): Conversion {
  const made = conversionOf(type, { name: 'value', ...options });
  if (made === undefined) throw new Error(`${type} has no conversion`);
  return made;
}

const NO = NOT_CONVERTIBLE;
const MICRO = '0.000001';

const READ: readonly [string, Options, readonly (readonly [string, unknown])[]][] = [
  [
    'integer',
    {},
    [
      ['5', 5],
      ['-5', -5],
      ['+5', 5],
      ['007', 7],
      ['-0', 0],
      ['1e3', 1000],
      ['9007199254740991', 9007199254740991],
      ['9007199254740992', NO],
      ['-9007199254740992', NO],
      ['1.5', NO],
      ['1.0', NO],
      ['1e-400', NO],
      ['1,234', NO],
      ['five', NO],
      ['5 apples', NO],
      ['0x10', NO],
      ['Infinity', NO],
      ['NaN', NO],
      ['', NO],
      ['٣', NO],
    ],
  ],
  [
    'integer',
    { rounding_mode: 'halfup' },
    [
      ['1.5', 2],
      ['-1.5', -2],
      ['1.4', 1],
    ],
  ],
  [
    'integer',
    { grouping: true },
    [
      ['1,234', 1234],
      ['1,234,567', 1234567],
      ['12,34', NO],
      ['1234', 1234],
    ],
  ],
  [
    'number',
    {},
    [
      ['1.5', 1.5],
      ['.5', 0.5],
      ['5.', 5],
      ['-1e-7', -1e-7],
      ['1e+21', 1e21],
      ['1e308', 1e308],
      ['1e309', NO],
      ['1e-400', 0],
      [`1${'0'.repeat(500)}`, NO],
      ['.', NO],
      ['1.2.3', NO],
      ['1,5', NO],
    ],
  ],
  [
    'number',
    { scale: 2 },
    [
      ['1.005', 1.01],
      ['-1.005', -1.01],
      ['1.004', 1],
      ['2', 2],
    ],
  ],
  [
    'number',
    { scale: 2, grouping: true },
    [
      ['1,234.567', 1234.57],
      ['1,23.4', NO],
    ],
  ],
  [
    'money',
    {},
    [
      ['12.34', 12.34],
      ['12.345', 12.35],
      ['12', 12],
      ['free', NO],
    ],
  ],
  [
    'money',
    { divisor: 100 },
    [
      ['12.34', 1234],
      ['1.15', 115],
      ['0.07', 7],
      ['1e307', NO],
    ],
  ],
  ['money', { divisor: 100, scale: 0 }, [['12.5', 1300]]],
  [
    'percent',
    {},
    [
      ['25', 0.25],
      ['12.5', 0.13],
      ['7', 0.07],
      ['25%', NO],
    ],
  ],
  ['percent', { scale: 1 }, [['12.5', 0.125]]],
  [
    'percent',
    { input: 'integer' },
    [
      ['25', 25],
      ['12.5', 13],
    ],
  ],
  [
    'url',
    { default_protocol: 'http' },
    [
      ['example.com', 'http://example.com'],
      ['https://example.com', 'https://example.com'],
      ['git+ssh://example.com', 'git+ssh://example.com'],
      ['//example.com', '//example.com'],
      ['/path', '/path'],
      ['me@example.com', 'me@example.com'],
      ['javascript:alert(1)', 'http://javascript:alert(1)'],
    ],
  ],
  [
    'date',
    {},
    [
      ['2026-11-23', '2026-11-23'],
      ['2024-02-29', '2024-02-29'],
      ['2026-02-29', NO],
      ['2026-02-30', NO],
      ['2026-13-01', NO],
      ['2026-00-10', NO],
      ['2026-01-00', NO],
      ['0001-01-01', '0001-01-01'],
      ['9999-12-31', '9999-12-31'],
      ['0000-01-01', NO],
      ['10000-01-01', NO],
      ['2026-1-1', NO],
      ['23.11.2026', NO],
      ['2026-11-23T00:00', NO],
      ['2026-11-23\n', NO],
    ],
  ],
  [
    'birthday',
    {},
    [
      ['1990-01-31', '1990-01-31'],
      ['1990-02-31', NO],
    ],
  ],
  [
    'datetime',
    {},
    [
      ['2026-11-23T09:30', '2026-11-23T09:30:00'],
      ['2026-11-23 09:30', '2026-11-23T09:30:00'],
      ['2026-11-23T09:30:15', '2026-11-23T09:30:00'],
      ['2026-11-23T24:00', NO],
      ['2026-11-23T09:60', NO],
      ['2026-02-30T09:30', NO],
      ['2026-11-23', NO],
      ['2026-11-23T', NO],
      ['2026-11-23T09:30Z', NO],
      ['0000-11-23T09:30', NO],
    ],
  ],
  [
    'datetime',
    { with_seconds: true },
    [
      ['2026-11-23T09:30:15', '2026-11-23T09:30:15'],
      ['2026-11-23T09:30', '2026-11-23T09:30:00'],
      ['2026-11-23T09:30:60', NO],
    ],
  ],
  [
    'time',
    {},
    [
      ['09:30', '09:30:00'],
      ['09:30:15', '09:30:00'],
      ['24:00', NO],
      ['9:30', NO],
      ['09:30 PM', NO],
    ],
  ],
  [
    'time',
    { with_seconds: true },
    [
      ['09:30:15', '09:30:15'],
      ['09:30', '09:30:00'],
      ['09:30:61', NO],
    ],
  ],
  [
    'week',
    {},
    [
      ['2026-W47', '2026-W47'],
      ['2026-W53', '2026-W53'],
      ['2025-W53', NO],
      ['2020-W53', '2020-W53'],
      ['2026-W00', NO],
      ['2026-W54', NO],
      ['0000-W01', NO],
      ['2026-47', NO],
      ['2026-W7', NO],
    ],
  ],
  [
    'dateinterval',
    {},
    [
      ['P1Y2M10DT2H30M', 'P1Y2M10DT2H30M'],
      ['P6W', 'P6W'],
      ['PT5S', 'PT5S'],
      ['P0D', 'P0D'],
      ['P', NO],
      ['PT', NO],
      ['P1YT', NO],
      ['1Y', NO],
      ['P1S', NO],
      ['P1.5D', NO],
      ['-P1D', NO],
      ['P2M1Y', NO],
    ],
  ],
  [
    'uuid',
    {},
    [
      ['018F6B2E-7B1A-7C3D-9E4F-5A6B7C8D9E0F', '018f6b2e-7b1a-7c3d-9e4f-5a6b7c8d9e0f'],
      ['018f6b2e7b1a7c3d9e4f5a6b7c8d9e0f', NO],
      ['018f6b2e-7b1a-7c3d-9e4f-5a6b7c8d9e0g', NO],
    ],
  ],
  [
    'ulid',
    {},
    [
      ['01arz3ndektsv4rrffq69g5fav', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      ['81ARZ3NDEKTSV4RRFFQ69G5FAV', NO],
      ['01ARZ3NDEKTSV4RRFFQ69G5FAU', NO],
      ['01ARZ3NDEKTSV4RRFFQ69G5FA', NO],
    ],
  ],
];

const SHOWN: readonly [string, Options, unknown, string][] = [
  ['integer', {}, 5, '5'],
  ['integer', {}, 5.9, '5'],
  ['integer', {}, '12', '12'],
  ['integer', { grouping: true }, -1234567, '-1,234,567'],
  ['number', {}, 1e21, '1000000000000000000000'],
  ['number', {}, 1e-6, MICRO],
  ['number', { scale: 2 }, 1.5, '1.50'],
  ['number', { scale: 2, grouping: true }, 1234.5, '1,234.50'],
  ['number', { scale: 0 }, -0.2, '0'],
  ['number', {}, NaN, ''],
  ['number', {}, {}, ''],
  ['number', {}, [5], ''],
  ['money', {}, 12, '12.00'],
  ['money', { divisor: 100 }, 1234, '12.34'],
  ['money', { divisor: 100, scale: 0 }, 1250, '13'],
  ['percent', {}, 0.07, '7'],
  ['percent', { scale: 1 }, 0.125, '12.5'],
  ['percent', { input: 'integer' }, 25, '25'],
  ['url', { default_protocol: 'https' }, 'example.com', 'example.com'],
  ['date', {}, '2026-11-23', '2026-11-23'],
  ['date', {}, new Date('2026-11-23T23:30:00Z'), '2026-11-23'],
  ['date', {}, '2026-11-23T23:30:00-02:00', '2026-11-24'],
  ['date', {}, new Date(NaN), ''],
  ['date', {}, 20261123, ''],
  ['datetime', {}, '2026-11-23T09:30:15', '2026-11-23T09:30'],
  ['datetime', {}, '2026-11-23', '2026-11-23T00:00'],
  ['datetime', {}, '2026-11-23T09:30:15+00:00', '2026-11-23T09:30'],
  ['datetime', { with_seconds: true }, '2026-11-23 09:30:15', '2026-11-23T09:30:15'],
  ['datetime', { with_seconds: true }, new Date('2026-11-23T09:30:15Z'), '2026-11-23T09:30:15'],
  ['datetime', {}, 'tomorrow', ''],
  ['time', {}, '09:30:15', '09:30'],
  ['time', {}, '09:30', '09:30'],
  ['time', { with_seconds: true }, '09:30', '09:30:00'],
  ['time', {}, '2026-11-23T09:30:15', '09:30'],
  ['week', {}, '2026-W47', '2026-W47'],
  ['week', {}, '2026-W99', ''],
  ['dateinterval', {}, 'P1D', 'P1D'],
  ['dateinterval', {}, 'soon', ''],
  ['uuid', {}, 'no', ''],
  ['ulid', {}, 7, ''],
];

describe('Conversions of texts to data', () => {
  test.each(READ)('%s %j accepts exactly the valid texts', (type, options, texts) => {
    const { toData } = conversion(type, options);
    expect(texts.map(([text]) => [text, toData(text)])).toEqual(texts);
  });

  test.for(SHOWN)('%s %j renders %j as "%s"', ([type, options, data, text]) => {
    expect(conversion(type, options).toView(data)).toBe(text);
  });

  test.each([
    'integer',
    'number',
    'money',
    'percent',
    'date',
    'birthday',
    'datetime',
    'time',
    'week',
    'dateinterval',
    'uuid',
    'ulid',
  ])('%s renders no value, a boolean and an object as empty', (type) => {
    const { toView } = conversion(type);
    expect([null, undefined, '', true, false, {}, []].map(toView)).toEqual(Array(7).fill(''));
  });

  test.each([
    'text',
    'email',
    'textarea',
    'search',
    'tel',
    'color',
    'range',
    'password',
    'hidden',
    'url',
    'toString',
  ])('a %s is its text', (type) => {
    expect(conversionOf(type, { name: 'value' })).toBeUndefined();
  });

  test.each([
    ['ROUND_CEILING', ['1.1', '-1.9'], [2, -1]],
    ['floor', ['1.9', '-1.1'], [1, -2]],
    ['down', ['1.9', '-1.9'], [1, -1]],
    ['up', ['1.1', '-1.1'], [2, -2]],
    ['half_even', ['1.5', '2.5', '-2.5', '2.51'], [2, 2, -2, 3]],
    ['half-down', ['1.5', '-1.5', '1.51'], [1, -1, 2]],
    [6, ['1.5', '-1.5', '1.49'], [2, -2, 1]],
  ])('numbers are rounded by %s', (rounding_mode, texts, rounded) => {
    const { toData } = conversion('number', { scale: 0, rounding_mode });
    expect(texts.map(toData)).toEqual(rounded);
  });

  test.each<[string, Options]>([
    ['rounding_mode', { rounding_mode: 'sideways' }],
    ['rounding_mode', { rounding_mode: 7 }],
    ['scale', { scale: -1 }],
    ['scale', { scale: 1.5 }],
    ['divisor', { divisor: 0 }],
  ])('an invalid %s is refused when the form is prepared: %j', (option, options) => {
    expect(() => conversion('money', options)).toThrow(option);
  });
});
