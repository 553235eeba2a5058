import { describe, expect, test } from 'vitest';
import type { SqlValue } from '../../runtime/kernel/contract/database/database.js';
import { projectTables } from '../../runtime/project/project-types.js';
import type { TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { PREFIX, chain, table, useMigratedDatabase } from './migrations-fixture.js';

const site = useMigratedDatabase();
const { migratorOf, insert, rowsOf } = site;

const idOf = (index: number): string => `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const PAST = new Date('2024-01-01T00:00:00Z');
const FUTURE = new Date('2124-01-01T00:00:00Z');
const CREATED = new Date('2023-05-05T05:05:05Z');

/** A site with a component type `Hero`, and a type `Card` that can reference a hero. */
function siteTables(publishable: boolean): readonly TableDefinition[] {
  const key = (table: string, column: string) => ({
    name: `fk_${table}_${column}`,
    columns: [column],
    references: { table: 'abstract_component', columns: ['id'] },
    onDelete: 'restrict' as const,
  });
  const id = { name: 'id', type: 'uuid', nullable: false } as const;
  const rest = { primaryKey: ['id'], indexes: [] };
  return [
    ...projectTables([]),
    { name: 'hero', columns: [id], ...rest, foreignKeys: [key('hero', 'id')], publishable },
    {
      name: 'card',
      columns: [id, { name: 'hero_id', type: 'uuid', nullable: true }],
      ...rest,
      foreignKeys: [key('card', 'id'), key('card', 'hero_id')],
      publishable: false,
    },
  ];
}

const on = chain(siteTables(false), siteTables(true));
const off = chain(siteTables(true), siteTables(false));

async function component(
  index: number,
  state: Readonly<Record<string, SqlValue>> = {},
  { table = 'hero', own = {} }: { table?: 'hero' | 'card'; own?: Readonly<Record<string, SqlValue>> } = {},
): Promise<void> {
  const times = { created_at: CREATED, modified_at: CREATED };
  await insert('abstract_component', { id: idOf(index), dtype: table, ...times, ...state });
  await insert(table, { id: idOf(index), ...own });
}

async function group(): Promise<void> {
  const times = { created_at: CREATED, modified_at: CREATED };
  await insert('component_group', { id: idOf(50), reference: 'top', location: 'top', ...times });
}

async function position(index: number, componentId: number, property: string | null = null): Promise<void> {
  await insert('component_position', {
    id: idOf(index),
    component_group_id: idOf(50),
    component_id: idOf(componentId),
    page_data_property: property,
    sort_value: index,
    created_at: CREATED,
    modified_at: CREATED,
  });
}

async function publishedAt(): Promise<readonly (string | null)[]> {
  const rows = await rowsOf('abstract_component', ['published_at']);
  return rows.map((row) => {
    const { published_at: at } = row;
    if (at === null) return null;
    return (at instanceof Date ? at : new Date(String(at).replace(' +00:00', 'Z'))).toISOString();
  });
}

const idsOf = async (table: string): Promise<readonly number[]> =>
  (await rowsOf(table, ['id'])).map(({ id }) => Number(String(id).slice(-4)));

describe('enabling x-publishable', () => {
  test('publishes the visible rows since their creation, and no row of another type', async () => {
    await migratorOf(on.slice(0, 1)).run();
    await component(1);
    await component(2, { published_at: PAST });
    await component(3, {}, { table: 'card' });
    await migratorOf(on).run();
    expect(await publishedAt()).toEqual([CREATED.toISOString(), PAST.toISOString(), null]);
  });

  test('can be reverted without permission while there are no drafts', async () => {
    await migratorOf(on.slice(0, 1)).run();
    await component(1);
    await migratorOf(on).run();
    expect(await migratorOf(on).revert()).toEqual(['0002_step']);
    expect(await idsOf('hero')).toEqual([1]);
  });
});

describe('disabling x-publishable', () => {
  test('does not change published rows', async () => {
    await migratorOf(off.slice(0, 1)).run();
    await component(1, { published_at: PAST });
    await migratorOf(off).run();
    expect(await publishedAt()).toEqual([PAST.toISOString()]);
  });

  test('is refused with the number of rows that visitors cannot see, and deletes them only with permission', async () => {
    await migratorOf(off.slice(0, 1)).run();
    await group();
    await component(1, { published_at: PAST });
    await component(2, { published_resource_id: idOf(1) });
    await component(3);
    await component(4, { published_at: FUTURE });
    await component(5, {}, { table: 'card' });
    await component(6, { published_resource_id: idOf(4) });
    for (const owner of [1, 3])
      await insert('component_component_group', { component_id: idOf(owner), component_group_id: idOf(50) });
    await position(60, 1);
    await position(61, 3);
    await position(62, 4, 'hero');

    await expect(migratorOf(off).run()).rejects.toThrow(
      /table hero is no longer publishable: 2 drafts and 2 rows not published yet are removed[^]*--allow-destructive/,
    );
    expect(await idsOf('hero')).toEqual([1, 2, 3, 4, 6]);

    await migratorOf(off).run({ allowDestructive: true });
    expect(await idsOf('hero')).toEqual([1]);
    expect(await idsOf('abstract_component')).toEqual([1, 5]);
    expect(await rowsOf('component_position', ['page_data_property'])).toEqual([
      { page_data_property: null },
      { page_data_property: 'hero' },
    ]);
    const owners = await site.connection.query(`select component_id from ${PREFIX}component_component_group`);
    expect(owners).toEqual([{ component_id: idOf(1) }]);
  });

  test('is refused while a row of another type references one of them', async () => {
    await migratorOf(off.slice(0, 1)).run();
    await component(1);
    await component(2, {}, { table: 'card', own: { hero_id: idOf(1) } });
    await expect(migratorOf(off).run({ allowDestructive: true })).rejects.toThrow(
      /hero is no longer publishable, but card\.hero_id names rows that are not published \(in 1 row\)/,
    );
    expect(await idsOf('hero')).toEqual([1]);
  });

  test('is refused while one of them has a component group', async () => {
    await migratorOf(off.slice(0, 1)).run();
    await group();
    await component(1);
    await insert('component_component_group', { component_id: idOf(1), component_group_id: idOf(50) });
    await expect(migratorOf(off).run({ allowDestructive: true })).rejects.toThrow(
      /1 component group would be left without the row that it belongs to/,
    );
    expect(await idsOf('hero')).toEqual([1]);
  });

  test('is refused while one of them has a route', async () => {
    const base = table('abstract_page_data', [
      { name: 'route_id', type: 'uuid', nullable: true },
      { name: 'published_at', type: 'datetime', nullable: true },
      { name: 'published_resource_id', type: 'uuid', nullable: true },
      { name: 'created_at', type: 'datetime', nullable: false },
    ]);
    const foreignKeys = [
      {
        name: 'fk_article_id',
        columns: ['id'],
        references: { table: base.name, columns: ['id'] },
        onDelete: 'restrict' as const,
      },
    ];
    const article = (publishable: boolean) => table('article', [], { foreignKeys, publishable });
    const steps = chain([base, article(true)], [base, article(false)]);
    await migratorOf(steps.slice(0, 1)).run();
    await insert(base.name, { id: idOf(1), route_id: idOf(9), created_at: CREATED });
    await insert('article', { id: idOf(1) });
    await expect(migratorOf(steps).run({ allowDestructive: true })).rejects.toThrow(
      /article is no longer publishable, but the route of 1 row not published yet would lead to nothing/,
    );
  });

  test('is refused while a draft is due', async () => {
    await migratorOf(off.slice(0, 1)).run();
    await component(1, { published_at: PAST });
    await component(2, { published_at: PAST, published_resource_id: idOf(1) });
    await expect(migratorOf(off).run({ allowDestructive: true })).rejects.toThrow(/1 of its drafts is due/);
  });

  test('makes values unique among the remaining rows', async () => {
    const unique = (tables: readonly TableDefinition[], isUnique: boolean) =>
      tables.map((table) =>
        table.name === 'hero'
          ? {
              ...table,
              columns: [
                ...table.columns,
                { name: 'slug', type: 'string' as const, nullable: true, binary: true },
              ],
              indexes: [{ name: 'idx_hero_slug', columns: ['slug'], unique: isUnique }],
            }
          : table,
      );
    const steps = chain(unique(siteTables(true), false), unique(siteTables(false), true));
    await migratorOf(steps.slice(0, 1)).run();
    await component(1, { published_at: PAST }, { own: { slug: 'a' } });
    await component(2, { published_resource_id: idOf(1) }, { own: { slug: 'a' } });
    await migratorOf(steps).run({ allowDestructive: true });
    expect(await rowsOf('hero', ['slug'])).toEqual([{ slug: 'a' }]);
  });

  test('needs the same permission as reverting the opposite change', async () => {
    await migratorOf(on).run();
    await component(1, { published_at: PAST });
    await component(2);
    await expect(migratorOf(on).revert()).rejects.toThrow(
      /1 row not published yet[^]*migrate:revert --allow/,
    );
    await migratorOf(on).revert({ allowDestructive: true });
    expect(await idsOf('hero')).toEqual([1]);
  });
});

describe('a state without information about publishable types', () => {
  test('is completed without changing a row', async () => {
    const unknown = siteTables(true).map(({ publishable: _publishable, ...table }) => table);
    const steps = chain(unknown, siteTables(true));
    await migratorOf(steps.slice(0, 1)).run();
    await component(1);
    await migratorOf(steps).run();
    expect(await publishedAt()).toEqual([null]);
    await migratorOf(steps).revert();
    expect(await idsOf('hero')).toEqual([1]);
  });
});
