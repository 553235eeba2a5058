import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableLimits } from '../../generator/limits/table-limits.js';
import { createRenderer } from '../../runtime/adapters/persistence/migrations/renderer.js';
import { tableSet } from '../../runtime/adapters/persistence/migrations/states/replay.js';
import type { SqlValue } from '../../runtime/kernel/contract/database/database.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { speaksMysql } from '../support/database.js';
import { ID, PREFIX, useMigratedDatabase } from './migrations-fixture.js';

const site = useMigratedDatabase();
const MOST = 1100;

type Kind = Pick<ColumnDefinition, 'type' | 'length' | 'precision' | 'scale'>;

const kind: fc.Arbitrary<Kind> = fc.oneof(
  fc.integer({ min: 1, max: 70 }).map((length): Kind => ({ type: 'string', length })),
  fc.integer({ min: 71, max: 2500 }).map((length): Kind => ({ type: 'string', length })),
  fc
    .constantFrom<Kind['type']>('string', 'text', 'json', 'integer', 'float', 'boolean')
    .map((type) => ({ type })),
  fc.constantFrom<Kind['type']>('datetime', 'date', 'time', 'uuid').map((type) => ({ type })),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.nat({ max: 30 }))
    .map(([precision, scale]): Kind => ({ type: 'decimal', precision, scale: Math.min(scale, precision) })),
);

const tableOf = (kinds: readonly Kind[], count: number): TableDefinition => ({
  name: 'fruit',
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    ...Array.from({ length: count }, (_, index) => ({
      ...{ name: `c${index}`, nullable: index % 3 > 0, type: 'text' as const },
      ...kinds[index % kinds.length],
    })),
  ],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
});

/** Maximum number of columns of these kinds that is accepted. */
function mostOf(kinds: readonly Kind[], isPassed: (count: number) => boolean): number {
  let [least, most] = [0, MOST];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (isPassed(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** Four-byte characters that cannot be compressed. */
const text = (length: number): string =>
  Array.from({ length }, (_, index) => String.fromCodePoint(0x20000 + ((index * 7919) % 40_000))).join('');

/** The largest value, or with `kept` the largest that PostgreSQL never moves out of a row. */
function valueOf(
  { type, length = 255, precision = 10, scale = 0 }: ColumnDefinition,
  kept: boolean,
): SqlValue {
  switch (type) {
    case 'string':
      return kept ? text(Math.min(length, 5)) : text(length);
    case 'text':
      return kept ? text(5) : text(1000);
    case 'json':
      return JSON.stringify(kept ? text(4) : text(1000));
    case 'decimal': {
      const [whole, part] = ['9'.repeat(precision - scale), '9'.repeat(scale)];
      return `${whole === '' ? '0' : whole}${part === '' ? '' : `.${part}`}`;
    }
    case 'integer':
      return 2 ** 31 - 1;
    case 'float':
      return 1.5;
    case 'boolean':
      return true;
    case 'datetime':
      return new Date(0);
    case 'date':
      return '2030-01-01';
    case 'time':
      return '12:00:00';
    case 'uuid':
      return ID[0];
  }
}

/** Returns whether the database accepts the table and the largest rows. */
async function isTaken(table: TableDefinition): Promise<boolean> {
  const { connection } = site;
  const renderer = createRenderer(connection.dialect, PREFIX);
  const name = renderer.names.table(table.name);
  try {
    for (const sql of renderer.render({ kind: 'createTable', table }, tableSet([])))
      await connection.query(sql);
    for (const [index, id] of ID.entries()) {
      const values = table.columns.map((column) =>
        column.name === 'id' ? id : valueOf(column, index === 1),
      );
      await connection.query(`insert into ${name} values (${values.map(() => '?').join()})`, values);
    }
    return true;
  } catch {
    return false;
  } finally {
    await connection.query(`drop table if exists ${name}`);
  }
}

test('a table within the limits is accepted with the largest rows, and on MariaDB one more column is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 3 }), async (kinds) => {
      const most = mostOf(kinds, (count) => tableLimits(tableOf(kinds, count), PREFIX).length === 0);
      expect(await isTaken(tableOf(kinds, most)), `${most} columns`).toBe(true);
      const [reason] = tableLimits(tableOf(kinds, most + 1), PREFIX);
      const isOfMariadb =
        reason?.kind === 'columns' || (reason?.kind === 'row' && reason.database !== 'PostgreSQL');
      if (speaksMysql() && isOfMariadb)
        expect(await isTaken(tableOf(kinds, most + 1)), `${most + 1} columns`).toBe(false);
    }),
    { numRuns: 12 },
  );
});

test('an index within the limits accepts the longest values, on every database', async () => {
  const lengths = [300, 300, 71];
  const columns = lengths.map(
    (length, index) => ({ name: `c${index}`, type: 'string', length, nullable: false }) as const,
  );
  const table: TableDefinition = {
    ...tableOf([], 0),
    columns: [{ name: 'id', type: 'uuid', nullable: false }, ...columns],
    indexes: [{ name: 'uniq_fruit', columns: columns.map(({ name }) => name), unique: true }],
  };
  expect(tableLimits(table, PREFIX)).toEqual([]);
  expect(
    await isTaken({ ...table, indexes: table.indexes.map((index) => ({ ...index, unique: false })) }),
  ).toBe(true);
  const longer = columns.map((column) => ({ ...column, length: column.length + 1 }));
  expect(tableLimits({ ...table, columns: longer }, PREFIX)).toMatchObject([
    { kind: 'index', bytes: 2716, limit: 2704 },
  ]);
});
