import { describe, expect, test } from 'vitest';
import type { MigrationStatement } from '../../runtime/kernel/contract/database/migration.js';
import { ID, chain, migration, table, useMigratedDatabase } from './migrations-fixture.js';

const { migratorOf, insert, rowsOf } = useMigratedDatabase();

describe('stored content', () => {
  const group = table('component_group', [{ name: 'allowed_components', type: 'json', nullable: true }]);
  const base = table('abstract_component', [{ name: 'dtype', type: 'string', nullable: false }]);
  const rename = migration('0002_rename', [
    { kind: 'replaceValue', table: base.name, column: 'dtype', from: 'Old', to: 'New' },
    {
      kind: 'replaceListItem',
      table: group.name,
      column: 'allowed_components',
      from: '/component/olds',
      to: '/component/news',
    },
  ]);
  const migrations = [...chain([group, base]), rename];
  const allowed = async (): Promise<readonly unknown[]> =>
    (await rowsOf('component_group', ['allowed_components'])).map(({ allowed_components: list }) =>
      typeof list === 'string' ? JSON.parse(list) : list,
    );

  test('is updated with a renamed type, for complete IRIs only, and back', async () => {
    await migratorOf(migrations.slice(0, 1)).run();
    await insert('abstract_component', { id: ID[0], dtype: 'Old' });
    await insert('abstract_component', { id: ID[1], dtype: 'Older' });
    const stored = ['/component/olds', '/component/olds_2', '/_api/component/olds'];
    await insert('component_group', {
      id: ID[0],
      allowed_components: JSON.stringify(stored).replaceAll('/', '\\/'),
    });
    await insert('component_group', { id: ID[1], allowed_components: null });

    await migratorOf(migrations, { iriPrefix: '/_api' }).run();
    expect(await allowed()).toEqual([['/component/news', '/component/olds_2', '/_api/component/news'], null]);
    expect(await rowsOf('abstract_component', ['dtype'])).toEqual([{ dtype: 'New' }, { dtype: 'Older' }]);

    await migratorOf(migrations, { iriPrefix: '/_api' }).revert();
    expect(await allowed()).toEqual([stored, null]);
    expect(await rowsOf('abstract_component', ['dtype'])).toEqual([{ dtype: 'Old' }, { dtype: 'Older' }]);
  });

  test('keeps the namespace of class identifiers that a client sent, for complete names only', async () => {
    const position = table('component_position', [
      { name: 'page_data_class', type: 'string', nullable: true },
    ]);
    const ends = { from: 'App\\Entity\\Old', to: 'Site\\New' };
    const column = { table: position.name, column: 'page_data_class' };
    const steps = [...chain([position]), migration('0002', [{ kind: 'replaceClass', ...column, ...ends }])];
    await migratorOf(steps.slice(0, 1)).run();
    const stored = ['App\\Entity\\Old', 'Old', 'Elsewhere\\Old', 'Older', 'App\\Old\\Other', null];
    const names = async (): Promise<readonly unknown[]> =>
      (await rowsOf(position.name, ['page_data_class'])).map((row) => row.page_data_class);
    for (const [index, value] of stored.entries()) {
      const id = `018f0000-0000-7000-8000-00000000000${index}`;
      await insert(position.name, { id, page_data_class: value });
    }

    await migratorOf(steps).run();
    expect(await names()).toEqual(['Site\\New', 'New', 'Elsewhere\\New', 'Older', 'App\\Old\\Other', null]);
    await migratorOf(steps).revert();
    expect(await names()).toEqual(stored);
  });

  test('is updated with IRIs of a collection and of its items, but not other IRIs with the same prefix', async () => {
    const places = table('component_group', [{ name: 'location', type: 'string', nullable: true }]);
    const ends = { from: '/component/my_olds', to: '/component/news' };
    const column = { table: places.name, column: 'location' };
    const steps = [...chain([places]), migration('0002', [{ kind: 'replaceIri', ...column, ...ends }])];
    await migratorOf(steps.slice(0, 1)).run();
    const pairs = [
      ['/component/my_olds', '/component/news'],
      ['/_api/component/my_olds', '/_api/component/news'],
      [`/_api/component/my_olds/${ID[0]}`, `/_api/component/news/${ID[0]}`],
      [`slot_/_api/component/my_olds/${ID[0]}`, `slot_/_api/component/news/${ID[0]}`],
      ['/component/my_olds_2', '/component/my_olds_2'],
      [`/component/my-olds/${ID[0]}`, `/component/my-olds/${ID[0]}`],
      [null, null],
    ] as const;
    const locations = async (): Promise<readonly unknown[]> =>
      (await rowsOf(places.name, ['location'])).map((row) => row.location);
    for (const [index, [location]] of pairs.entries())
      await insert(places.name, { id: `018f0000-0000-7000-8000-00000000000${index}`, location });

    await migratorOf(steps, { iriPrefix: '/_api' }).run();
    expect(await locations()).toEqual(pairs.map(([, after]) => after));
    await migratorOf(steps, { iriPrefix: '/_api' }).revert();
    expect(await locations()).toEqual(pairs.map(([before]) => before));
  });

  test('can be changed by SQL that names tables without their prefix', async () => {
    const statement: MigrationStatement = {
      kind: 'sql',
      text: "update {abstract_component} set dtype = 'Sql'",
    };
    await migratorOf(migrations.slice(0, 1)).run();
    await insert('abstract_component', { id: ID[0], dtype: 'Old' });
    await migratorOf([...migrations.slice(0, 1), migration('0002_sql', [statement])]).run();
    expect(await rowsOf('abstract_component', ['dtype'])).toEqual([{ dtype: 'Sql' }]);
  });
});
