import { describe, expect, test } from 'vitest';
import { PREFIX, chain, table, useMigratedDatabase } from './migrations-fixture.js';

const { migratorOf } = useMigratedDatabase();

describe('a database whose tables have another prefix', () => {
  const migrations = chain([table('abstract_component', [])]);
  const other = { tablePrefix: 'other_' };

  test('is refused by every command, with both prefixes and a fix', async () => {
    await migratorOf(migrations).run();
    const migrator = migratorOf(migrations, other);
    for (const attempt of [() => migrator.run(), () => migrator.status(), () => migrator.revert()])
      await expect(attempt()).rejects.toThrow(
        new RegExp(
          `table_prefix is "other_"[^]*have the prefix "${PREFIX}"[^]*set table_prefix to "${PREFIX}"`,
        ),
      );
    expect(await migratorOf(migrations).run()).toEqual([]);
  });

  test('gets new tables beside the existing ones on request, once', async () => {
    await migratorOf(migrations).run();
    expect(await migratorOf(migrations, other).run({ newTables: true })).toEqual(['0001_step']);
    expect(await migratorOf(migrations, other).run()).toEqual([]);
    expect(await migratorOf(migrations).run()).toEqual([]);
  });

  test('is not refused if its tables belong to other software', async () => {
    await migratorOf(chain([table('migration_plan', [])])).run();
    expect(await migratorOf(migrations, other).run()).toEqual(['0001_step']);
  });
});
