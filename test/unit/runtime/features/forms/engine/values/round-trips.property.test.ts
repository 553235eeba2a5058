import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversionOf } from '../../../../../../../runtime/features/forms/engine/values/conversions.js';
import { createDateParts } from '../../../../../../../runtime/features/forms/engine/values/date-parts.js';
import type { FormFieldDefinition } from '../../../../../../../runtime/extension-points/forms/form-definition.js';

type Options = Omit<FormFieldDefinition, 'name' | 'type'>;

const two = (value: number): string => String(value).padStart(2, '0');

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0); // -0 is rendered as 0
const cents = fc.integer({ min: -1e12, max: 1e12 });
const day = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const hour = fc.nat(23);
const minute = fc.nat(59);
const time = fc.tuple(hour, minute).map(([h, m]) => `${two(h)}:${two(m)}:00`);
const preciseTime = fc.tuple(hour, minute, minute).map((parts) => parts.map(two).join(':'));
const joined = (left: fc.Arbitrary<string>, right: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(left, right).map((parts) => parts.join('T'));
const week = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 52 }))
  .map(([year, number]) => `${String(year).padStart(4, '0')}-W${two(number)}`);
const interval = fc
  .tuple(fc.nat(100), fc.nat(12), fc.nat(31))
  .map(([years, months, days]) =>
    [
      [years, 'Y'],
      [months, 'M'],
      [days, 'D'],
    ].map(([n, l]) => (n === 0 ? '' : `${n}${l}`)),
  )
  .map((written) => (written.join('') === '' ? 'P0D' : `P${written.join('')}`));
const ulid = fc
  .array(fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), { minLength: 25, maxLength: 25 })
  .map((letters) => `0${letters.join('')}`);

const VALUES: readonly [string, Options, fc.Arbitrary<unknown>][] = [
  ['integer', {}, fc.maxSafeInteger()],
  ['integer', { grouping: true }, fc.maxSafeInteger()],
  ['number', {}, finite],
  ['number', { grouping: true }, finite],
  ['number', { scale: 2 }, cents.map((value) => value / 100)],
  ['money', {}, cents.map((value) => value / 100)],
  ['money', { divisor: 100, grouping: true }, cents],
  ['percent', {}, cents.map((value) => value / 100)],
  ['percent', { input: 'integer', scale: 2 }, cents.map((value) => value / 100)],
  ['date', {}, day],
  ['birthday', {}, day],
  ['datetime', {}, joined(day, time)],
  ['datetime', { with_seconds: true }, joined(day, preciseTime)],
  ['time', {}, time],
  ['time', { with_seconds: true }, preciseTime],
  ['week', {}, week],
  ['dateinterval', {}, interval],
  ['uuid', {}, fc.uuid()],
  ['ulid', {}, ulid],
];

const EVERY_YEAR = Array.from({ length: 9999 }, (_, index) => index + 1);

const PARTS: readonly [string, Options, fc.Arbitrary<unknown>][] = [
  ['date', { years: EVERY_YEAR }, day],
  ['birthday', { years: EVERY_YEAR }, day],
  ['datetime', { years: EVERY_YEAR }, joined(day, time)],
  ['datetime', { years: EVERY_YEAR, with_seconds: true }, joined(day, preciseTime)],
  ['time', {}, time],
  ['time', { with_seconds: true }, preciseTime],
  ['week', { years: EVERY_YEAR }, week],
  ['dateinterval', {}, interval],
];

describe('Values that are rendered and submitted again', () => {
  test.each(VALUES)('%s %j is unchanged', (type, options, values) => {
    const conversion = conversionOf(type, { name: 'value', ...options });
    fc.assert(
      fc.property(values, (value) => {
        expect(conversion?.toData(conversion.toView(value))).toBe(value);
      }),
    );
  });

  test.each(PARTS)('%s in parts is unchanged', (type, options, values) => {
    const parts = createDateParts(type, { name: 'value', ...options }, new Date());
    fc.assert(
      fc.property(values, (value) => {
        expect(parts.toData(parts.toView(value))).toBe(value);
      }),
    );
  });

  test.each(VALUES)(
    '%s %j never throws, and accepts what it renders for an accepted value',
    (type, options) => {
      const conversion = conversionOf(type, { name: 'value', ...options });
      const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-+\d.,eETWPYMDHS: ]*$/));
      fc.assert(
        fc.property(texts, fc.anything(), (text, anything) => {
          const data = conversion?.toData(text);
          expect(typeof conversion?.toView(anything)).toBe('string');
          if (typeof data === 'symbol') return;
          const again = conversion?.toData(conversion.toView(data));
          expect(again).toEqual(data);
        }),
      );
    },
  );
});
