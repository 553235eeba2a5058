import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SQLITE_DIALECT } from '../../runtime/adapters/persistence/dialect/sqlite.js';
import {
  plainDecimal,
  sortableDecimal,
} from '../../runtime/adapters/persistence/dialect/sortable-decimal.js';
import type { ColumnDefinition } from '../../runtime/kernel/contract/database/table.js';
import '../support/property-seed.js';
import { testDatabaseName } from '../support/database.js';
import { chain, ID, PREFIX, table, useMigratedDatabase } from './migrations-fixture.js';

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

describe.runIf(testDatabaseName() === 'sqlite')('decimals that an earlier version stored as numbers', () => {
  const site = useMigratedDatabase();
  const price: ColumnDefinition = { name: 'price', type: 'decimal', nullable: true, precision: 20, scale: 4 };
  const migrations = chain([table('fruit', [price])]);

  test('prevent the start of the service, and are converted to the sortable form by the next run', async () => {
    const migrator = site.migratorOf(migrations);
    await migrator.run();
    expect(await migrator.drift()).toEqual([]);
    await site.insert('fruit', { id: ID[0], price: 12.5 });
    await site.connection.query(
      `insert into "${PREFIX}fruit" ("id", "price") values (?, 9007199254740993), (?, -0.1)`,
      [ID[1], '018f0000-0000-7000-8000-000000000003'],
    );
    expect(await migrator.drift()).toEqual(['fruit.price (decimals of an earlier version)']);

    await migrator.run();
    expect(await migrator.drift()).toEqual([]);
    const rows = await site.rowsOf('fruit', ['price']);
    expect(rows.map(({ price: stored }) => SQLITE_DIALECT.decode('decimal', stored))).toEqual([
      '12.5',
      '9007199254740993',
      '-0.1',
    ]);
  });
});
