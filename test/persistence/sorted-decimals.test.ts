import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  plainDecimal,
  sortableDecimal,
} from '../../runtime/adapters/persistence/dialect/sortable-decimal.js';
import '../support/property-seed.js';

const SCALE = 12;

/** Decimals without redundant zeros. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(SCALE))
  .map(([units, scale]) => {
    const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
    return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
  });

function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return text.startsWith('-') ? -size : size;
}

const sign = (difference: bigint): number => (difference < 0n ? -1 : difference > 0n ? 1 : 0);

describe('decimals in a SQLite file', () => {
  test('sort as texts in the order of the numbers, and are read unchanged', () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        const [first, second] = [sortableDecimal(one), sortableDecimal(other)];
        expect(first < second ? -1 : first > second ? 1 : 0).toBe(sign(units(one) - units(other)));
        expect(plainDecimal(first)).toBe(one);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['007', '7'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['1.500', '1.5'],
    ['+2', '2'],
    ['.5', '0.5'],
  ])('have one form for each number: %s', (text, plain) => {
    expect(plainDecimal(sortableDecimal(text))).toBe(plain);
    expect(sortableDecimal(text)).toBe(sortableDecimal(plain));
  });
});
