import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffSnapshots } from '../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import type { Migration } from '../../runtime/kernel/contract/database/migration.js';
import type { SchemaState } from '../../runtime/kernel/contract/database/schema-state.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { projectTables } from '../../runtime/project/project-types.js';
import { openMigrationConnection } from '../../runtime/adapters/persistence/migrations/index.js';
import type { MigrationConnection } from '../../runtime/adapters/persistence/migrations/index.js';
import { testDatabaseName } from '../support/database.js';
import { arbitraryTables } from '../unit/generator/migrate/arbitrary-tables.js';
import { introspect } from './migrations-introspection.js';
import { ID, PREFIX, chain, migration, table, useMigratedDatabase } from './migrations-fixture.js';

/** Creating and dropping databases takes long on a busy machine. */
const SLOW = 300_000;
const site = useMigratedDatabase();
const { migratorOf, introspectFresh, insert, rowsOf } = site;

const colour: ColumnDefinition = { name: 'colour', type: 'string', nullable: true };
const title: ColumnDefinition = { name: 'title', type: 'string', nullable: true };
const author: ColumnDefinition = { name: 'author_id', type: 'uuid', nullable: true };
const authorKey = (from: string, target: string): Partial<TableDefinition> => ({
  indexes: [{ name: `idx_${from}_author_id`, columns: ['author_id'], unique: false }],
  foreignKeys: [
    {
      name: `fk_${from}_author_id`,
      columns: ['author_id'],
      references: { table: target, columns: ['id'] },
      onDelete: 'restrict',
    },
  ],
});

/** A site that grows: renames, new and changed columns, other keys, dropped parts. */
const SITE: readonly (readonly TableDefinition[])[] = [
  [
    table('person', [{ name: 'name', type: 'string', nullable: true }]),
    table('post', [title, author], authorKey('post', 'person')),
  ],
  [
    table(
      'author',
      [{ name: 'full_name', type: 'text', nullable: false, default: 'Anonymous', renamedFrom: ['name'] }],
      {
        renamedFrom: ['person'],
      },
    ),
    table(
      'article',
      [title, author, { name: 'live_at', type: 'datetime', nullable: false, default: { kind: 'now' } }],
      {
        ...authorKey('article', 'author'),
        renamedFrom: ['post'],
      },
    ),
  ],
  [
    table('author', [{ name: 'full_name', type: 'text', nullable: false, default: 'Anonymous' }]),
    table(
      'article',
      [
        { ...title, nullable: false, length: 300, default: 'Untitled' },
        author,
        { name: 'live_at', type: 'datetime', nullable: true },
        { name: 'weight', type: 'integer', nullable: false, default: 7 },
      ],
      {
        ...authorKey('article', 'author'),
        indexes: [{ name: 'uniq_article_author_id', columns: ['author_id'], unique: true }],
      },
    ),
  ],
];

describe('a populated database after a chain of schema edits', () => {
  test('ends like a database created from scratch, keeps its rows, and can be reverted', async () => {
    const started = Date.now();
    const migrations = chain(...SITE);
    expect(await migratorOf(migrations.slice(0, 1)).run()).toEqual(['0001_step']);
    const first = await introspect(site.connection, PREFIX);
    expect(first.filter((fact) => /fk_post_author_id|person/.test(fact))).not.toEqual([]);
    await insert('person', { id: ID[0], name: 'Ada' });
    await insert('person', { id: ID[1], name: null });
    await insert('post', { id: ID[0], title: "It's", author_id: ID[0] });
    await insert('post', { id: ID[1], title: null, author_id: ID[1] });

    expect(await migratorOf(migrations.slice(0, 2)).run()).toEqual(['0002_step']);
    expect(await migratorOf(migrations).run()).toEqual(['0003_step']);

    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(SITE[2] ?? []));
    expect(await rowsOf('author', ['id', 'full_name'])).toEqual([
      { id: ID[0], full_name: 'Ada' },
      { id: ID[1], full_name: 'Anonymous' },
    ]);
    expect(await rowsOf('article', ['title', 'author_id', 'weight'])).toEqual([
      { title: "It's", author_id: ID[0], weight: 7 },
      { title: 'Untitled', author_id: ID[1], weight: 7 },
    ]);
    const [{ live_at: liveAt } = {}] = await rowsOf('article', ['live_at']);
    // The database server may have another clock, and some databases store only full seconds.
    const made = new Date(String(liveAt)).getTime();
    expect(made).toBeGreaterThan(started - 60_000);
    expect(made).toBeLessThan(Date.now() + 60_000);

    await migratorOf(migrations).revert({ steps: 2, allowDestructive: true });
    expect(await introspect(site.connection, PREFIX)).toEqual(first);
    expect(await rowsOf('post', ['title', 'author_id'])).toEqual([
      { title: "It's", author_id: ID[0] },
      { title: 'Untitled', author_id: ID[1] },
    ]);
  });

  test(
    'any chain of three schemas ends like the last one created from scratch, and can be reverted to nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryTables, arbitraryTables, arbitraryTables, async (a, b, c) => {
          const migrations = chain(a, b, c).filter(({ up }) => up.length > 0);
          await migratorOf(migrations.slice(0, 1)).run();
          await migratorOf(migrations).run();
          expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(c));
          await migratorOf(migrations).revert({ steps: 3 });
          expect(await introspect(site.connection, PREFIX)).toEqual([]);
        }),
        { numRuns: testDatabaseName() === 'sqlite' ? 20 : 5 },
      );
    },
    SLOW,
  );
});

test('an index is created again if nulls must sort before its values', async () => {
  const index = { name: 'idx_fruit_size_id', columns: ['size', 'id'], unique: false };
  const states = [undefined, true, undefined].map((nullsFirst) => [
    table('fruit', [{ name: 'size', type: 'integer', nullable: true }], {
      indexes: [nullsFirst ? { ...index, nullsFirst } : index],
    }),
  ]);
  const migrations = chain(...states);
  expect(migrations[1]?.up.map(({ kind }) => kind)).toEqual(['dropIndex', 'addIndex']);
  for (const [step, state] of states.entries()) {
    await migratorOf(migrations.slice(0, step + 1)).run();
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(state));
  }
});

describe('the tables of a new project', () => {
  test('are created and dropped', async () => {
    const migrations = chain(projectTables([]));
    await migratorOf(migrations).run();
    expect((await introspect(site.connection, PREFIX)).join()).toContain(
      `${PREFIX}component_component_group`,
    );
    expect(await migratorOf(migrations).run()).toEqual([]);
    expect((await migratorOf(migrations).status()).map(({ state }) => state)).toEqual(['applied']);
    await migratorOf(migrations).revert();
    expect(await introspect(site.connection, PREFIX)).toEqual([]);
  });
});

describe('destructive steps', () => {
  const migrations = chain([table('fruit', [colour])], [table('fruit', [])]);

  test('are refused while there are values to lose, and nothing changes', async () => {
    await migratorOf(migrations.slice(0, 1)).run();
    await insert('fruit', { id: ID[0], colour: 'red' });
    await expect(migratorOf(migrations).run()).rejects.toThrow(
      /fruit.colour[^]*1 value[^]*--allow-destructive/,
    );
    expect(await rowsOf('fruit', ['colour'])).toEqual([{ colour: 'red' }]);
    await migratorOf(migrations).run({ allowDestructive: true });
    expect(await rowsOf('fruit', ['id'])).toEqual([{ id: ID[0] }]);
  });

  test('pass on an empty database', async () => {
    expect(await migratorOf(migrations).run()).toEqual(['0001_step', '0002_step']);
  });

  test('that a revert needs require permission too', async () => {
    const migrator = migratorOf(migrations.slice(0, 1));
    await migrator.run();
    await insert('fruit', { id: ID[0], colour: 'red' });
    await expect(migrator.revert()).rejects.toThrow(/table fruit/);
    expect(await migrator.revert({ allowDestructive: true })).toEqual(['0001_step']);
  });

  test('include a required reference without values, which is refused on every database', async () => {
    const required = table('fruit', [colour, { ...author, nullable: false }], authorKey('fruit', 'fruit'));
    const steps = chain([table('fruit', [colour])], [required]);
    await migratorOf(steps.slice(0, 1)).run();
    await insert('fruit', { id: ID[0], colour: 'red' });
    await expect(migratorOf(steps).run({ allowDestructive: true })).rejects.toThrow(
      /fruit.author_id is required/,
    );
  });
});

describe('an edited migration', () => {
  const first = chain([table('fruit', [colour])]);
  const wider = chain([table('fruit', [colour, title])]);
  const current = (...tables: readonly TableDefinition[]): SchemaState => ({ tables, types: [] });

  test('is refused and reported by its status', async () => {
    await migratorOf(first).run();
    await expect(migratorOf(wider).run()).rejects.toThrow(/0001_step was changed/);
    expect((await migratorOf(wider).status()).map(({ state }) => state)).toEqual(['changed']);
  });

  test('without a file is refused, and can be reverted', async () => {
    await migratorOf(first).run();
    await expect(migratorOf([]).run()).rejects.toThrow(/its file is missing[^]*cms migrate:revert/);
    expect((await migratorOf([]).status()).map(({ state }) => state)).toEqual(['missing']);
    expect(await migratorOf([]).revert()).toEqual(['0001_step']);
    expect(await introspect(site.connection, PREFIX)).toEqual([]);
  });

  test('does not stop development, where the difference from the current tables is applied', async () => {
    await migratorOf(first).run();
    await insert('fruit', { id: ID[0], colour: 'red' });
    const tables = current(table('fruit', [colour, title]));
    expect(await migratorOf(wider, { current: tables }).follow()).toBe(true);
    expect(await rowsOf('fruit', ['colour', 'title'])).toEqual([{ colour: 'red', title: null }]);
    expect((await migratorOf(wider).status()).map(({ state }) => state)).toEqual(['applied']);
    expect(await migratorOf(wider, { current: tables }).run()).toEqual([]);
  });
});

describe('concurrent and interrupted migrations', () => {
  test('are applied exactly once by two migrators', async () => {
    const migrations = chain(...SITE);
    const results = await Promise.all([migratorOf(migrations).run(), migratorOf(migrations).run()]);
    expect(results.flat().sort()).toEqual(['0001_step', '0002_step', '0003_step']);
    expect(await introspect(site.connection, PREFIX)).toEqual(await introspectFresh(SITE[2] ?? []));
  });

  test(
    'that were killed before or after any statement are completed by the next run',
    async () => {
      const migrations = chain(...SITE);
      const fresh = await introspectFresh(SITE[2] ?? []);
      for (let count = 1, interrupted = true; interrupted; count += 1) {
        interrupted = await runUntilKilled(migrations, count);
        await migratorOf(migrations).run();
        expect(await introspect(site.connection, PREFIX)).toEqual(fresh);
        await migratorOf(migrations).revert({ steps: 3 });
        expect(await introspect(site.connection, PREFIX)).toEqual([]);
      }
    },
    SLOW,
  );

  test('whose file changed in the meantime are reverted first', async () => {
    const broken = migration('0001_step', [
      ...diffSnapshots([], [table('fruit', [colour])]),
      { kind: 'sql', text: 'not a statement' },
    ]);
    await expect(migratorOf([broken]).run()).rejects.toThrow(/0001_step: sql/);
    await migratorOf(chain([table('fruit', [title])])).run();
    expect(await introspect(site.connection, PREFIX)).toEqual(
      await introspectFresh([table('fruit', [title])]),
    );
  });
});

/** Runs the migrations on a site.connection that fails after `count` schema statements. Returns whether it did. */
async function runUntilKilled(migrations: readonly Migration[], count: number): Promise<boolean> {
  let left = count;
  const connect = async (): Promise<MigrationConnection> => {
    const real = await openMigrationConnection(site.url);
    const query: MigrationConnection['query'] = async (sql, values) => {
      if (left === 0) throw new Error('killed');
      const isSchema = /^\s*(create|alter|drop|rename)/.test(sql) && !sql.includes(`${PREFIX}migration`);
      const rows = await real.query(sql, values);
      if (isSchema) left -= 1;
      if (left === 0) throw new Error('killed');
      return rows;
    };
    return { ...real, query };
  };
  try {
    await migratorOf(migrations, { connect }).run();
    return false;
  } catch (error) {
    expect(String(error)).toContain('killed');
    return true;
  }
}
