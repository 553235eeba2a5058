import { describe, expect, test } from 'vitest';
import { plainDecimal } from '../../runtime/adapters/persistence/dialect/sortable-decimal.js';
import type { ColumnType } from '../../runtime/kernel/contract/schema/resource.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { openMigrationConnection } from '../../runtime/adapters/persistence/migrations/index.js';
import type { MigrationConnection } from '../../runtime/adapters/persistence/migrations/index.js';
import { introspect } from './migrations-introspection.js';
import { ID, PREFIX, chain, table, useMigratedDatabase } from './migrations-fixture.js';

const site = useMigratedDatabase();
const { migratorOf, introspectFresh, insert, rowsOf } = site;

const fruit = (...columns: readonly ColumnDefinition[]): TableDefinition => table('fruit', columns);
const column = (type: ColumnType, rest: Partial<ColumnDefinition> = {}): ColumnDefinition => ({
  name: 'value',
  type,
  nullable: true,
  ...rest,
});

/** Rows with these texts in `fruit.value`, after the first migration. */
async function storeTexts(migrations: ReturnType<typeof chain>, texts: readonly (string | null)[]) {
  await migratorOf(migrations.slice(0, 1)).run();
  for (const [index, value] of texts.entries()) await insert('fruit', { id: idOf(index), value });
}

const idOf = (index: number): string => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;

/** Drivers return booleans, dates and decimals in different forms. */
async function stored(): Promise<readonly (string | null)[]> {
  return (await rowsOf('fruit', ['value'])).map(({ value }) => {
    if (value === null) return null;
    return value instanceof Date ? value.toISOString() : plainDecimal(String(value));
  });
}

describe('a column with a changed type', () => {
  const kept: [to: ColumnType, texts: string[], want: RegExp[]][] = [
    ['integer', ['12', '-7', '0'], [/^12$/, /^-7$/, /^0$/]],
    ['float', ['0.1', '1e3', '-2.50'], [/^0\.1$/, /^1000$/, /^-2\.5$/]],
    ['decimal', ['0.1', '12.5', '-3'], [/^0\.1(000)?$/, /^12\.5(000)?$/, /^-3(\.0000)?$/]],
    ['boolean', ['true', 'false', '1'], [/^(1|true)$/, /^(0|false)$/, /^(1|true)$/]],
    [
      'datetime',
      ['2024-02-29T12:00:00Z', '2024-02-29', '2024-02-29T12:00:00.500+02:00'],
      [/2024-02-29.12:00:00/, /2024-02-29.00:00:00/, /2024-02-29.10:00:00\.500/],
    ],
    ['json', ['{"a":1}', '[1,2]', '{"it\'s":"\\\\"}'], [/./, /./, /./]],
  ];

  test.each(kept)('keeps every text that is a %s, and can be reverted', async (to, texts, want) => {
    const migrations = chain([fruit(column('string'))], [fruit(column(to))]);
    await storeTexts(migrations, [...texts, null]);
    await migratorOf(migrations).run();
    const values = await stored();
    for (const [index, pattern] of want.entries()) expect(values[index]).toMatch(pattern);
    expect(values.at(-1)).toBeNull();
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh([fruit(column(to))]));

    await migratorOf(migrations).revert();
    await migratorOf(migrations).run();
    expect(await stored()).toEqual(values);
  });

  test('keeps more rows than one statement converts', async () => {
    const migrations = chain([fruit(column('string'))], [fruit(column('integer'))]);
    const texts = Array.from({ length: 1203 }, (_value, index) => String(index * 3));
    await migratorOf(migrations.slice(0, 1)).run();
    for (const [index, value] of texts.entries()) await insert('fruit', { id: idOf(index), value });
    await migratorOf(migrations).run();
    expect(await stored()).toEqual(texts);
  });

  test('reports the values that cannot be converted, and empties them only with permission', async () => {
    const migrations = chain([fruit(column('string'))], [fruit(column('integer'))]);
    const texts = ['12', 'soon', 'soon', '007', null];
    await storeTexts(migrations, texts);
    await expect(migratorOf(migrations).run()).rejects.toThrow(
      /fruit\.value \(string to integer\) loses 3 values[^]*"soon" \(2 rows\), "007"[^]*--allow-destructive/,
    );
    expect(await stored()).toEqual(texts);
    await migratorOf(migrations).run({ allowDestructive: true });
    expect(await stored()).toEqual(['12', null, null, null, null]);
  });

  test('reports the values that are truncated or rounded', async () => {
    const shorter = chain([fruit(column('text'))], [fruit(column('string', { length: 3 }))]);
    await storeTexts(shorter, ['abc', 'abcd']);
    await expect(migratorOf(shorter).run()).rejects.toThrow(/cuts or rounds 1 value: "abcd"/);
    await migratorOf(shorter).run({ allowDestructive: true });
    expect(await stored()).toEqual(['abc', 'abc']);
  });

  test('empties decimals that are too large, and rounds the others', async () => {
    const decimal = (precision: number, scale: number) => fruit(column('decimal', { precision, scale }));
    const narrower = chain([decimal(8, 4)], [decimal(4, 2)]);
    await storeTexts(narrower, ['12.3456', '1234', '1.5']);
    await expect(migratorOf(narrower).run()).rejects.toThrow(
      /loses 1 value[^]*1234[^]*cuts or rounds 1 value/,
    );
    await migratorOf(narrower).run({ allowDestructive: true });
    expect((await stored()).map((value) => value && Number(value))).toEqual([12.35, null, 1.5]);
    await expect(migratorOf(chain([decimal(8, 4)], [decimal(4, 2)], [decimal(2, 0)])).run()).rejects.toThrow(
      /cuts or rounds 2 values/,
    );
  });

  test('accepts a shorter length without permission if every value fits', async () => {
    const shorter = chain([fruit(column('text'))], [fruit(column('string', { length: 3 }))]);
    await storeTexts(shorter, ['abc', null]);
    await migratorOf(shorter).run();
    expect(await stored()).toEqual(['abc', null]);
  });

  test('uses the default for values that cannot be converted, if there is one', async () => {
    const to = column('integer', { nullable: false, default: 4 });
    const migrations = chain([fruit(column('string'))], [fruit(to)]);
    await storeTexts(migrations, ['12', 'soon', null]);
    await migratorOf(migrations).run({ allowDestructive: true });
    expect(await stored()).toEqual(['12', '4', '4']);
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh([fruit(to)]));
  });
});

describe('a change that the rows prevent', () => {
  const colour: ColumnDefinition = { name: 'colour', type: 'string', nullable: true };
  const unique = { name: 'uniq_fruit_value', columns: ['value'], unique: true };
  const exact = column('string', { binary: true });
  const key = {
    name: 'fk_fruit_colour',
    columns: ['value'],
    references: { table: 'colour', columns: ['id'] },
    onDelete: 'restrict' as const,
  };
  const cases: [name: string, before: TableDefinition[], after: TableDefinition[], want: RegExp][] = [
    [
      'a required column without a default',
      [fruit(column('string'))],
      [fruit(column('string'), { ...colour, nullable: false })],
      /fruit\.colour is required and has no default, but the table has 4 rows[^]*Give the member a default/,
    ],
    [
      'a column that becomes required',
      [fruit(column('string'))],
      [fruit(column('string', { nullable: false }))],
      /fruit\.value becomes required, but 1 row [^]*Give those rows a value/,
    ],
    [
      'a required column whose values do not convert',
      [fruit(column('string'))],
      [fruit(column('integer', { nullable: false }))],
      /fruit\.value becomes integer and needs a value, but these do not convert: "a" \(2 rows\), "A"/,
    ],
    [
      'a unique column with duplicates',
      [fruit(column('string'))],
      [{ ...fruit(exact), indexes: [unique] }],
      /fruit\.value must be unique, but rows share these values: "a" \(2 rows\)\. Make them differ/,
    ],
    [
      'a new unique column with a default',
      [fruit(column('string'))],
      [
        {
          ...fruit(column('string'), { ...colour, default: 'red' }),
          indexes: [{ name: 'uniq_fruit_colour', columns: ['colour'], unique: true }],
        },
      ],
      /fruit\.colour must be unique, but rows share these values: "the default" \(4 rows\)/,
    ],
  ];

  test.for(cases)('%s is refused before anything runs', async ([, before, after, want]) => {
    const migrations = chain(before, after);
    const texts = ['a', 'A', 'a', null];
    await storeTexts(migrations, texts);
    const previous = await introspect(site.connection, PREFIX);
    for (const allowDestructive of [false, true])
      await expect(migratorOf(migrations).run({ allowDestructive })).rejects.toThrow(want);
    expect(await introspect(site.connection, PREFIX)).toEqual(previous);
    expect(await stored()).toEqual(texts);
    expect((await migratorOf(migrations).status()).map(({ state }) => state)).toEqual(['applied', 'pending']);
    // Reverting the edit fixes everything.
    expect(await migratorOf(migrations.slice(0, 1)).run()).toEqual([]);
  });

  test('a migration that reverts it fixes both', async () => {
    const strict = [{ ...fruit(exact), indexes: [unique] }];
    const migrations = chain([fruit(exact)], strict, [fruit(exact), table('colour', [])]);
    await storeTexts(migrations, ['a', 'a']);
    await expect(migratorOf(migrations.slice(0, 2)).run()).rejects.toThrow(/must be unique/);
    expect(await migratorOf(migrations).run()).toEqual(['0002_step', '0003_step']);
    expect(await stored()).toEqual(['a', 'a']);
    expect(await introspect(site.connection, PREFIX)).toEqual(
      await introspectFresh([fruit(exact), table('colour', [])]),
    );
    expect((await migratorOf(migrations).status()).map(({ state }) => state)).toEqual([
      'applied',
      'applied',
      'applied',
    ]);
  });

  test('a reference to missing rows is refused', async () => {
    const reference = column('uuid');
    const colours = table('colour', []);
    const migrations = chain(
      [fruit(reference), colours],
      [{ ...fruit(reference), foreignKeys: [key] }, colours],
    );
    await migratorOf(migrations.slice(0, 1)).run();
    await insert('colour', { id: ID[0] });
    await insert('fruit', { id: ID[0], value: ID[0] });
    await insert('fruit', { id: ID[1], value: ID[1] });
    await expect(migratorOf(migrations).run()).rejects.toThrow(
      new RegExp(`fruit\\.value names rows that colour does not have: "${ID[1]}"\\. Empty or correct`),
    );
    expect(await stored()).toEqual([...ID]);
  });

  test('an empty table accepts every change', async () => {
    for (const [, before, after] of cases) {
      const migrations = chain(before, after);
      await migratorOf(migrations).run();
      await migratorOf(migrations).revert({ steps: 2 });
    }
    expect(await introspect(site.connection, PREFIX)).toEqual([]);
  });

  test('rows get the default of the schema', async () => {
    const migrations = chain(
      [fruit(column('string'))],
      [
        fruit(column('string', { nullable: false, default: 'b' }), {
          ...colour,
          nullable: false,
          default: 'red',
        }),
      ],
    );
    await storeTexts(migrations, ['a', null]);
    await migratorOf(migrations).run();
    expect(await rowsOf('fruit', ['value', 'colour'])).toEqual([
      { value: 'a', colour: 'red' },
      { value: 'b', colour: 'red' },
    ]);
  });

  test('values that become equal by conversion are found, too', async () => {
    const decimal = column('decimal', { precision: 8, scale: 2 });
    const migrations = chain([fruit(exact)], [{ ...fruit(decimal), indexes: [unique] }]);
    await storeTexts(migrations, ['1.5', '1.50', '2', null, null]);
    await expect(migratorOf(migrations).run({ allowDestructive: true })).rejects.toThrow(
      /must be unique, but rows share these values: "1\.50" \(2 rows\)/,
    );
  });
});

describe('an enum that allows fewer values', () => {
  const limited = (type: ColumnType, ...values: (string | number)[]): TableDefinition => ({
    ...fruit(column(type, { enum: values })),
    publishable: false,
  });

  test('is refused while rows have another value, with the values', async () => {
    const migrations = chain([limited('string', 'a', 'b', 'c')], [limited('string', 'a')]);
    await storeTexts(migrations, ['a', 'b', 'b', 'c', null]);
    await expect(migratorOf(migrations).run({ allowDestructive: true })).rejects.toThrow(
      /fruit\.value has values that the enum of the member does not allow: "b" \(2 rows\), "c"\. Change those rows/,
    );
    await site.connection.query(`update ${PREFIX}fruit set value = 'a' where value <> 'a'`);
    await migratorOf(migrations).run();
    expect(await stored()).toEqual(['a', 'a', 'a', 'a', null]);
  });

  test('checks values after their conversion', async () => {
    const migrations = chain([fruit(column('string'))].map(known), [limited('integer', 1, 2)]);
    await storeTexts(migrations, ['1', '2', '3']);
    await expect(migratorOf(migrations).run()).rejects.toThrow(/does not allow: "3"/);
  });

  test('is only recorded if it allows more values, and its revert checks again', async () => {
    const migrations = chain([limited('string', 'a')], [limited('string', 'a', 'b')]);
    await storeTexts(migrations, ['a']);
    await migratorOf(migrations).run();
    await insert('fruit', { id: idOf(1), value: 'b' });
    await expect(migratorOf(migrations).revert()).rejects.toThrow(/does not allow: "b"/);
  });

  test('is added to a state without recorded enums, whatever values the rows have', async () => {
    const migrations = chain([fruit(column('string'))], [limited('string', 'a')]);
    await storeTexts(migrations, ['b']);
    await migratorOf(migrations).run();
    expect(await stored()).toEqual(['b']);
  });
});

const known = (each: TableDefinition): TableDefinition => ({ ...each, publishable: false });

describe('an interruption', () => {
  test.each(['before', 'after'] as const)(
    '%s any statement keeps every value for the next run',
    async (moment) => {
      const links = table('fruit_tags', []);
      const before = [fruit(column('string'))];
      const after = [fruit(column('integer', { nullable: false, default: 7 })), links];
      const migrations = chain(before, after);
      const texts = ['1', '22', '-3', null];
      await storeTexts(migrations, texts);
      for (let count = 0, isInterrupted = true; isInterrupted; count += 1) {
        isInterrupted = await runUntilKilled(migrations, count, moment);
        await migratorOf(migrations).run();
        expect(await stored()).toEqual(['1', '22', '-3', '7']);
        await migratorOf(migrations).revert({ allowDestructive: true });
        expect(await stored()).toEqual(['1', '22', '-3', '7']);
      }
    },
  );
});

/** Runs the migrations on a connection that fails before or after the change number `count`. Returns whether it did. */
async function runUntilKilled(
  migrations: ReturnType<typeof chain>,
  count: number,
  moment: 'before' | 'after',
): Promise<boolean> {
  let left = count;
  const connect = async (): Promise<MigrationConnection> => {
    const real = await openMigrationConnection(site.url);
    const query: MigrationConnection['query'] = async (sql, values) => {
      const isChange =
        /^\s*(create|alter|drop|update|insert)/.test(sql) && !sql.includes(`${PREFIX}migration`);
      const isLast = isChange && left === 0;
      if (isChange) left -= 1;
      if (isLast && moment === 'before') throw new Error('killed');
      const rows = await real.query(sql, values);
      if (isLast) throw new Error('killed');
      return rows;
    };
    return { ...real, query };
  };
  const run = migratorOf(migrations, { connect }).run();
  const error = await run.then(
    () => undefined,
    (reason: unknown) => String(reason),
  );
  if (error !== undefined) expect(error).toContain('killed');
  return error !== undefined;
}
