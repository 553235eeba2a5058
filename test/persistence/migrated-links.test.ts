import { describe, expect, test } from 'vitest';
import { LAST_PLACE, LINK_PLACES } from '../../runtime/kernel/contract/schema/resource.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { introspect } from './migrations-introspection.js';
import { PREFIX, chain, table, useMigratedDatabase } from './migrations-fixture.js';

const site = useMigratedDatabase();
const { migratorOf, introspectFresh, insert, rowsOf } = site;

const tag = table('tag', []);
const idOf = (index: number): string => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const key = (owner: string, column: string, target: string) => ({
  name: `fk_${owner}_${column}`,
  columns: [column],
  references: { table: target, columns: ['id'] },
  onDelete: 'restrict' as const,
});

/** A fruit with one tag. */
function toOne(rest: { readonly nullable?: boolean; readonly unique?: boolean } = {}): TableDefinition[] {
  const column: ColumnDefinition = { name: 'tag_id', type: 'uuid', nullable: rest.nullable ?? true };
  const unique = rest.unique ?? false;
  return [
    tag,
    table('fruit', [{ ...column, renamedFrom: ['tags_id'] }], {
      indexes: [{ name: `${unique ? 'uniq' : 'idx'}_fruit_tag_id`, columns: ['tag_id'], unique }],
      foreignKeys: [key('fruit', 'tag_id', 'tag')],
    }),
  ];
}

/** A fruit with any number of tags. */
const TO_MANY: TableDefinition[] = [
  tag,
  table('fruit', []),
  {
    name: 'fruit_tags',
    columns: [
      { name: 'fruit_id', type: 'uuid', nullable: false },
      { name: 'tag_id', type: 'uuid', nullable: false },
    ],
    primaryKey: ['fruit_id', 'tag_id'],
    indexes: [{ name: 'idx_fruit_tags_tag_id', columns: ['tag_id'], unique: false }],
    foreignKeys: [key('fruit_tags', 'fruit_id', 'fruit'), key('fruit_tags', 'tag_id', 'tag')],
    renamedFrom: ['fruit_tag'],
  },
];

/** A fruit with any number of tags in a stored order. */
const PLACED: TableDefinition[] = TO_MANY.map((each) =>
  each.name === 'fruit_tags'
    ? {
        ...each,
        columns: [
          ...each.columns,
          ...Object.values(LINK_PLACES).map((name): ColumnDefinition => ({
            name,
            type: 'integer',
            nullable: false,
            default: LAST_PLACE,
          })),
        ],
      }
    : each,
);

async function storeTags(): Promise<void> {
  for (const index of [1, 2]) await insert('tag', { id: idOf(index) });
}

const link = (fruit: number, to: number) => insert('fruit_tags', { fruit_id: idOf(fruit), tag_id: idOf(to) });

async function links(): Promise<readonly string[]> {
  const rows = await site.connection.query(`select fruit_id, tag_id from ${PREFIX}fruit_tags`);
  return rows
    .map((row) => `${Number(String(row.fruit_id).slice(-4))}>${Number(String(row.tag_id).slice(-4))}`)
    .sort();
}

async function tagsOfFruit(): Promise<readonly (number | null)[]> {
  const rows = await rowsOf('fruit', ['tag_id']);
  return rows.map((row) => (row.tag_id === null ? null : Number(String(row.tag_id).slice(-4))));
}

describe('a many-to-one relation that becomes one-to-many', () => {
  test.each([
    ['optional', toOne(), [1, 1, null]],
    ['required', toOne({ nullable: false }), [1, 1, 2]],
    ['unique', toOne({ unique: true }), [1, 2, null]],
  ] as const)('keeps its links in both directions if it was %s', async (_name, before, tags) => {
    const migrations = chain(before, TO_MANY);
    await migratorOf(migrations.slice(0, 1)).run();
    const first = await introspect(site.connection, PREFIX);
    await storeTags();
    for (const [index, to] of tags.entries())
      await insert('fruit', { id: idOf(index), tag_id: to === null ? null : idOf(to) });

    await migratorOf(migrations).run();
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(TO_MANY));
    const want = tags.flatMap((to, index) => (to === null ? [] : [`${index}>${to}`]));
    expect(await links()).toEqual(want);

    await migratorOf(migrations).revert();
    expect(await introspect(site.connection, PREFIX)).toEqual(first);
    expect(await tagsOfFruit()).toEqual(tags);
  });
});

describe('a to-many relation that becomes to-one', () => {
  const migrations = chain(TO_MANY, toOne());

  test('keeps the links of records with at most one link', async () => {
    await migratorOf(migrations.slice(0, 1)).run();
    await storeTags();
    for (const index of [0, 1, 2]) await insert('fruit', { id: idOf(index) });
    await link(0, 2);
    await link(1, 1);
    await migratorOf(migrations).run();
    expect(await tagsOfFruit()).toEqual([2, 1, null]);
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(toOne()));
    await migratorOf(migrations).revert();
    expect(await links()).toEqual(['0>2', '1>1']);
  });

  test('reports the links that it cannot keep, and keeps the first of each record', async () => {
    await migratorOf(migrations.slice(0, 1)).run();
    await storeTags();
    for (const index of [0, 1]) await insert('fruit', { id: idOf(index) });
    for (const to of [1, 2]) await link(0, to);
    await link(1, 2);
    await expect(migratorOf(migrations).run()).rejects.toThrow(
      /fruit\.tag_id keeps one link of a row: 1 link of 1 row of fruit_tags goes/,
    );
    expect(await links()).toEqual(['0>1', '0>2', '1>2']);
    await migratorOf(migrations).run({ allowDestructive: true });
    expect(await tagsOfFruit()).toEqual([1, 2]);
  });

  test('is refused if it becomes required and a record has no link', async () => {
    const required = chain(TO_MANY, toOne({ nullable: false }));
    await migratorOf(required.slice(0, 1)).run();
    await storeTags();
    await insert('fruit', { id: idOf(0) });
    await expect(migratorOf(required).run({ allowDestructive: true })).rejects.toThrow(
      /fruit\.tag_id becomes required, but 1 row /,
    );
    await link(0, 2);
    await migratorOf(required).run();
    expect(await tagsOfFruit()).toEqual([2]);
  });

  test('is refused if it becomes unique and records share a target', async () => {
    const unique = chain(TO_MANY, toOne({ unique: true }));
    await migratorOf(unique.slice(0, 1)).run();
    await storeTags();
    for (const index of [0, 1]) await insert('fruit', { id: idOf(index) });
    for (const index of [0, 1]) await link(index, 2);
    await expect(migratorOf(unique).run()).rejects.toThrow(
      new RegExp(`fruit\\.tag_id must be unique, but rows share these values: "${idOf(2)}" \\(2 rows\\)`),
    );
    expect(await links()).toEqual(['0>2', '1>2']);
  });
});

describe('links that get an order', () => {
  test('have distinct positions, and lose them again', async () => {
    const migrations = chain(TO_MANY, PLACED);
    await migratorOf(migrations.slice(0, 1)).run();
    await storeTags();
    await insert('fruit', { id: idOf(0) });
    for (const to of [2, 1]) await link(0, to);
    await migratorOf(migrations).run();
    const places = Object.values(LINK_PLACES);
    const rows = await site.connection.query(`select ${places.join(', ')} from ${PREFIX}fruit_tags`);
    expect(rows.flatMap((row) => places.map((name) => row[name]))).toEqual(Array(4).fill(LAST_PLACE));
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(PLACED));
    await migratorOf(migrations).revert({ allowDestructive: true });
    expect(await links()).toEqual(['0>1', '0>2']);
  });

  test.each([
    ['in one step', chain(PLACED, toOne())],
    ['after they got an order', chain(TO_MANY, PLACED, toOne())],
  ])('keep the first of the list if only one can remain: %s', async (_name, migrations) => {
    await migratorOf(migrations.slice(0, -1)).run();
    await storeTags();
    for (const index of [0, 1]) await insert('fruit', { id: idOf(index) });
    for (const [fruit, to, position] of [
      [0, 1, 1],
      [0, 2, 0],
      [1, 2, LAST_PLACE],
      [1, 1, LAST_PLACE],
    ] as const)
      await insert('fruit_tags', { fruit_id: idOf(fruit), tag_id: idOf(to), position, inverse_position: 0 });
    await migratorOf(migrations).run({ allowDestructive: true });
    expect(await tagsOfFruit()).toEqual([2, 1]);
  });

  test('are kept with their order if the form of the relation changes', async () => {
    const migrations = chain(toOne(), PLACED);
    await migratorOf(migrations.slice(0, 1)).run();
    await storeTags();
    await insert('fruit', { id: idOf(0), tag_id: idOf(2) });
    await migratorOf(migrations).run();
    expect(await links()).toEqual(['0>2']);
    await migratorOf(migrations).revert();
    expect(await tagsOfFruit()).toEqual([2]);
  });

  test('are sorted before one is kept, also for a unique relation', async () => {
    const migrations = chain(TO_MANY, PLACED, toOne({ unique: true }));
    await migratorOf(migrations.slice(0, 1)).run();
    await storeTags();
    for (const index of [0, 1]) await insert('fruit', { id: idOf(index) });
    for (const index of [0, 1]) await link(index, 2);
    await link(1, 1);
    await migratorOf(migrations).run({ allowDestructive: true });
    expect(await tagsOfFruit()).toEqual([2, 1]);
  });
});

describe('a different relation', () => {
  test('takes over no links, and the loss is reported', async () => {
    const others = TO_MANY.map((each) =>
      each.name === 'fruit_tags' ? { ...each, name: 'fruit_labels', renamedFrom: [] } : each,
    );
    const migrations = chain(toOne(), others);
    await migratorOf(migrations.slice(0, 1)).run();
    await storeTags();
    await insert('fruit', { id: idOf(0), tag_id: idOf(1) });
    await expect(migratorOf(migrations).run()).rejects.toThrow(/column fruit\.tag_id is dropped/);
  });
});
