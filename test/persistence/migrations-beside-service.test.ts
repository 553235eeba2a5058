import { expect, test } from 'vitest';
import type { ColumnDefinition } from '../../runtime/kernel/contract/database/table.js';
import { openMigrationConnection } from '../../runtime/adapters/persistence/migrations/index.js';
import { testDatabaseName } from '../support/database.js';
import { chain, PREFIX, table, useMigratedDatabase } from './migrations-fixture.js';

const site = useMigratedDatabase();
const added: ColumnDefinition = { name: 'added', type: 'string', nullable: true };
const [before, after] = [[], [added]].map((columns) => [table('first', columns), table('second', columns)]);

/** Only PostgreSQL keeps the locks of all statements of a migration until its end. */
test.runIf(testDatabaseName() === 'postgres')(
  'a migration that a service locked out is repeated',
  async () => {
    const migrations = chain(before ?? [], after ?? []);
    await site.migratorOf(migrations.slice(0, 1)).run();
    const service = await openMigrationConnection(site.url);
    const waits = async (name: string): Promise<boolean> =>
      (
        await site.connection.query(
          `select 1 as found from pg_locks where not granted and relation = '"${PREFIX}${name}"'::regclass`,
        )
      ).length > 0;
    try {
      await service.query('begin');
      await service.query(`select * from "${PREFIX}second"`);
      const migrated = site.migratorOf(migrations).run();
      await expect.poll(() => waits('second'), { interval: 20 }).toBe(true);
      // It has locked one table and waits for the other, which this one has locked. The one that waits longer is
      // ended.
      const read = service.query(`select * from "${PREFIX}first"`).then(
        () => service.query('commit'),
        () => service.query('rollback'),
      );
      await read;
      expect(await migrated).toHaveLength(1);
      expect(await site.rowsOf('first', ['id', 'added'])).toEqual([]);
      expect(await site.rowsOf('second', ['id', 'added'])).toEqual([]);
    } finally {
      await service.close();
    }
  },
);
