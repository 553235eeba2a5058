import { describe, expect, test } from 'vitest';
import type { ColumnDefinition } from '../../runtime/kernel/contract/database/table.js';
import { testDatabaseName } from '../support/database.js';
import { chain, ID, PREFIX, table, useMigratedDatabase } from './migrations-fixture.js';

const key: ColumnDefinition = { name: 'code', type: 'string', nullable: false, length: 80, binary: true };
const fruit = table('fruit', [key, { name: 'colour', type: 'string', nullable: true }], {
  indexes: [{ name: 'uniq_fruit_code', columns: ['code'], unique: true }],
});
const basket = table('basket', [key, { ...key, name: 'label' }]);

describe.runIf(testDatabaseName() === 'mariadb')(
  'keys that were created before the server had a collation without padding',
  () => {
    const site = useMigratedDatabase();
    const migrations = chain([fruit, basket]);

    const collations = async (): Promise<readonly string[]> => {
      const rows = await site.connection.query(
        `select table_name as place, column_name as name, collation_name as collation
        from information_schema.columns
        where table_schema = database() and column_name in ('code', 'label', 'colour') order by 1, 2`,
      );
      return rows.map((row) => [row.place, row.name, row.collation].map(String).join(' '));
    };
    /** Changes them to the form of such a server. */
    const pad = async (name: string, column: string): Promise<void> => {
      await site.connection.query(
        `alter table ${PREFIX}${name} modify column ${column} varchar(80) character set utf8mb4 collate utf8mb4_bin not null`,
      );
    };
    const present = [
      `${PREFIX}basket code utf8mb4_nopad_bin`,
      `${PREFIX}basket label utf8mb4_nopad_bin`,
      `${PREFIX}fruit code utf8mb4_nopad_bin`,
      `${PREFIX}fruit colour utf8mb4_unicode_ci`,
    ];

    test('prevent the start of the service, and include trailing spaces in comparisons after the next run', async () => {
      const migrator = site.migratorOf(migrations);
      await migrator.run();
      expect(await collations()).toEqual(present);
      for (const [name, column] of [
        ['fruit', 'code'],
        ['basket', 'code'],
        ['basket', 'label'],
      ] as const)
        await pad(name, column);
      await site.insert('fruit', { id: ID[0], code: 'pear ' });
      await expect(site.insert('fruit', { id: ID[1], code: 'pear' })).rejects.toThrow(/Duplicate entry/);
      expect(await migrator.drift()).toEqual(
        ['basket.code', 'basket.label', 'fruit.code'].map(
          (column) => `${column} (compared without trailing blanks)`,
        ),
      );

      expect(await migrator.run()).toEqual([]);
      expect(await migrator.drift()).toEqual([]);
      expect(await collations()).toEqual(present);
      await site.insert('fruit', { id: ID[1], code: 'pear' });
      expect((await site.rowsOf('fruit', ['code'])).map(({ code }) => code)).toEqual(['pear ', 'pear']);
      await expect(
        site.insert('fruit', { id: '018f0000-0000-7000-8000-000000000003', code: 'pear' }),
      ).rejects.toThrow(/Duplicate entry/);
    });

    test('are converted by the next run if a run stopped between two tables', async () => {
      const migrator = site.migratorOf(migrations);
      await migrator.run();
      await pad('basket', 'label');
      await migrator.run();
      expect(await collations()).toEqual(present);
    });

    test('are accepted in their future form when a database is adopted', async () => {
      await site.migratorOf(migrations).run();
      await pad('fruit', 'code');
      await site.connection.query(`drop table ${PREFIX}migration`);
      const migrator = site.migratorOf(migrations);
      expect(await migrator.baseline()).toEqual(['0001_step']);
      await migrator.run();
      expect(await collations()).toEqual(present);
    });

    test('are not changed at both ends of a foreign key, and do not prevent the start', async () => {
      const named = table('basket', [key], {
        indexes: [{ name: 'idx_basket_code', columns: ['code'], unique: false }],
        foreignKeys: [
          {
            name: 'fk_basket_code',
            columns: ['code'],
            references: { table: 'fruit', columns: ['code'] },
            onDelete: 'restrict',
          },
        ],
      });
      const migrator = site.migratorOf(chain([fruit, named]));
      await migrator.run();
      const constraint = `${PREFIX}fk_basket_code foreign key (code) references ${PREFIX}fruit (code)`;
      await site.connection.query(`alter table ${PREFIX}basket drop foreign key ${PREFIX}fk_basket_code`);
      for (const name of ['fruit', 'basket']) await pad(name, 'code');
      await site.connection.query(`alter table ${PREFIX}basket add constraint ${constraint}`);
      expect(await migrator.drift()).toEqual([]);
      await migrator.run();
      expect((await collations()).filter((line) => line.includes(' utf8mb4_bin'))).toHaveLength(2);
    });

    test('are unique if they differ only in spaces', async () => {
      const plain = table('fruit', [key]);
      await site.migratorOf(chain([plain])).run();
      await site.insert('fruit', { id: ID[0], code: 'pear ' });
      await site.insert('fruit', { id: ID[1], code: 'pear' });
      await site.migratorOf(chain([plain], [fruit])).run();
      expect(await site.rowsOf('fruit', ['code'])).toHaveLength(2);
    });
  },
);
