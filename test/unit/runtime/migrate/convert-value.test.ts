import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnType } from '../../../../runtime/kernel/contract/schema/resource.js';
import type { ColumnDefinition } from '../../../../runtime/kernel/contract/database/table.js';
import { convertValue } from '../../../../runtime/adapters/persistence/migrations/convert-value.js';

function column(type: ColumnType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition {
  return { name: 'value', type, nullable: true, ...rest };
}

const kept = (text: string) => ({ kind: 'kept', text });
const changed = (text: string) => ({ kind: 'changed', text });
const lost = { kind: 'lost' };
const price = column('decimal', { precision: 6, scale: 2 });

describe('convertValue', () => {
  const texts: [text: string, to: ColumnDefinition, want: object][] = [
    ['12', column('integer'), kept('12')],
    ['-0', column('integer'), kept('0')],
    ['12.00', column('integer'), kept('12')],
    ['12.5', column('integer'), changed('13')],
    ['-12.5', column('integer'), changed('-13')],
    ['007', column('integer'), lost],
    ['2147483648', column('integer'), lost],
    ['twelve', column('integer'), lost],
    ['', column('integer'), lost],
    ['1.50', column('float'), kept('1.5')],
    ['1e3', column('float'), kept('1000')],
    ['0.1234567890123456789', column('float'), changed('0.12345678901234568')],
    ['Infinity', column('float'), lost],
    ['12.5', price, kept('12.50')],
    ['-12.345', price, changed('-12.35')],
    ['12345.6', price, lost],
    ['1.5e-2', price, changed('0.02')],
    ['1.25e2', price, kept('125.00')],
    ['true', column('boolean'), kept('1')],
    ['0', column('boolean'), kept('0')],
    ['yes', column('boolean'), lost],
    ['2024-02-29', column('date'), kept('2024-02-29')],
    ['2023-02-29', column('date'), lost],
    ['2024-02-29T00:00:00Z', column('date'), kept('2024-02-29')],
    ['2024-02-29T12:00:00Z', column('date'), changed('2024-02-29')],
    ['2024-02-29', column('datetime'), kept('2024-02-29T00:00:00.000Z')],
    ['2024-02-29T12:00:00+02:00', column('datetime'), kept('2024-02-29T10:00:00.000Z')],
    ['2024-02-29T12:00:00', column('datetime'), lost],
    ['12:30', column('time'), kept('12:30:00')],
    ['24:00', column('time'), lost],
    ['[1]', column('json'), kept('[1]')],
    ['1', column('json'), lost],
    ['abcdef', column('string', { length: 3 }), changed('abc')],
  ];

  test.each(texts)('converts the text %j to %j as far as possible', (text, to, want) => {
    expect(convertValue(column('text'), to, text)).toEqual(want);
  });

  const others: [from: ColumnType, raw: unknown, to: ColumnDefinition, want: object][] = [
    ['integer', 12, column('string'), kept('12')],
    ['integer', 1, column('boolean'), kept('1')],
    ['integer', 2, column('boolean'), lost],
    ['boolean', 1, column('text'), kept('true')],
    ['boolean', 'false', column('integer'), kept('0')],
    ['float', 0.1, price, kept('0.10')],
    ['float', 1.5, column('integer'), changed('2')],
    ['decimal', '12.50', column('float'), kept('12.5')],
    ['date', '2024-02-29', column('text'), kept('2024-02-29')],
    ['datetime', new Date('2024-02-29T12:00:00Z'), column('text'), kept('2024-02-29T12:00:00.000Z')],
    ['datetime', '2024-02-29 12:00:00.000 +00:00', column('date'), changed('2024-02-29')],
    ['json', '["a"]', column('text'), kept('["a"]')],
    ['json', ['a'], column('integer'), lost],
  ];

  test.for(others)('converts a %s %j to %j as far as possible', ([from, raw, to, want]) => {
    expect(convertValue(column(from), to, raw)).toEqual(want);
  });

  test('keeps an integer through every type that can store it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 }),
        fc.constantFrom<ColumnDefinition[]>(
          column('text'),
          column('float'),
          column('decimal', { precision: 12, scale: 2 }),
        ),
        (value, to) => {
          const there = convertValue(column('integer'), to, value);
          expect(there.kind).toBe('kept');
          const text = there.kind === 'lost' ? '' : there.text;
          expect(convertValue(to, column('integer'), text)).toEqual(kept(String(value)));
        },
      ),
    );
  });

  test('is idempotent', () => {
    const types: readonly ColumnType[] = ['text', 'integer', 'float', 'boolean', 'date', 'datetime', 'json'];
    const values = ['5', '1', 'true', '1.5', '2024-02-29', '2024-02-29T12:00:00.000Z', '{"a":1}'];
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.constantFrom(...types),
        fc.constantFrom(...values),
        (from, to, raw) => {
          const once = convertValue(column(from), column(to), raw);
          if (once.kind === 'lost') return;
          expect(convertValue(column(from), column(to), once.text)).toEqual(kept(once.text));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
