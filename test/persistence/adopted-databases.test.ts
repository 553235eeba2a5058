import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areSameTables } from '../../runtime/kernel/contract/database/canonical-tables.js';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { speaksMysql, testDatabaseName } from '../support/database.js';
import { propertyRuns } from '../support/property-runs.js';
import { aMigratedProject, type MigratedProject } from './migrated-project.js';
import { NO_TABLES, replay } from '../../runtime/adapters/persistence/migrations/states/replay.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { chain, ID, PREFIX, table, useMigratedDatabase } from './migrations-fixture.js';
import { arbitraryEdits, definitionsOf, statesAfter } from './schema-edits.js';

const SLOW = 300_000;
const SAMPLE = fileURLToPath(new URL('../../schemas/', import.meta.url));
const isSqlite = testDatabaseName() === 'sqlite';
const isMariadb = speaksMysql();

const title = (properties: JsonObject): JsonObject => ({
  title: 'Title',
  type: 'object',
  'x-resource': 'component',
  properties: { text: { type: 'string', maxLength: 80 }, ...properties },
});
const WEIGHT = { weight: { type: 'integer', minimum: 0, default: 3 } };

/** Every kind of column that a schema file can declare. */
const ALL_KINDS: JsonObject = {
  title: 'Sample',
  type: 'object',
  'x-resource': 'record',
  properties: {
    label: { type: 'string', default: 'it\'s \\ "so"', maxLength: 40 },
    count: { type: ['integer', 'null'] },
    ratio: { type: 'number', default: 1.5 },
    price: { type: 'string', 'x-column': { type: 'decimal', precision: 9, scale: 3 }, default: '1.50' },
    isOpen: { type: 'boolean', default: true },
    day: { type: ['string', 'null'], format: 'date' },
    hour: { type: ['string', 'null'], format: 'time' },
    moment: { type: ['string', 'null'], format: 'date-time' },
    colour: { enum: ['red', 'green'], default: 'red' },
    tags: { type: 'array', items: { type: 'string' }, default: ['a'] },
  },
};

async function sampleSchemas(): Promise<readonly JsonObject[]> {
  const names = (await readdir(SAMPLE)).filter((name) => name.endsWith('.json'));
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(SAMPLE, name), 'utf8')) as JsonObject),
  );
}

const quoted = (name: string): string => (isMariadb ? `\`${PREFIX}${name}\`` : `"${PREFIX}${name}"`);

/** SQLite has one type for integers and booleans. */
function asStored(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  if (!isSqlite) return tables;
  const plain = ({ type, default: value, ...rest }: ColumnDefinition): ColumnDefinition =>
    type === 'boolean'
      ? { ...rest, type: 'integer', ...(value == null ? {} : { default: Number(value) }) }
      : { ...rest, type, ...(value == null ? {} : { default: value }) };
  return tables.map((each) => ({ ...each, columns: each.columns.map(plain) }));
}

/** Removes the metadata of this package, like a dump of the other tables or third-party SQL. */
async function forget({ query }: Pick<MigratedProject, 'query'>): Promise<void> {
  await query(`drop table ${quoted('migration')}`);
}

/** A project with two migrations, whose database has the tables of both but no record of them. */
async function anUnknownDatabase() {
  const project = await aMigratedProject();
  await project.write([title({})]);
  const [first = ''] = await project.generate();
  await project.write([title(WEIGHT)]);
  const [second = ''] = await project.generate();
  await (await project.migrator()).run();
  await forget(project);
  return { project, first, second };
}

const baseline = async (project: MigratedProject, upTo?: string): Promise<readonly string[]> =>
  (await project.migrator()).baseline(upTo);
const run = async (project: MigratedProject): Promise<readonly string[]> => (await project.migrator()).run();

describe('a database that has the tables, but no record of migrations', () => {
  test('is refused by migrate:run and cms dev with the command that adopts it', async () => {
    const { project, first, second } = await anUnknownDatabase();
    const advice = /has these tables already[^]*_acb_titles[^]*cms migrate:baseline\n/;
    await expect(run(project)).rejects.toThrow(advice);
    await expect(project.dev()).rejects.toThrow(advice);
    expect(await baseline(project)).toEqual([first, second]);
    expect(await run(project)).toEqual([]);
    expect(await (await project.migrator()).drift()).toEqual([]);
    expect(await project.dev()).toBe(false);
    expect(await baseline(project)).toEqual([]);
  });

  test(
    'is adopted with any columns, and migrated further',
    async () => {
      const project = await aMigratedProject();
      const schemas = [...(await sampleSchemas()), ALL_KINDS];
      await project.write(schemas);
      await project.generate();
      await run(project);
      await project.write(
        [...schemas, title(WEIGHT)].filter(
          (each, at, all) => all.findLastIndex((other) => other.title === each.title) === at,
        ),
      );
      await project.generate({ allowDestructive: true });
      await (await project.migrator()).run({ allowDestructive: true });
      await forget(project);
      expect(await baseline(project)).toHaveLength(2);
      await project.write(schemas);
      const [further = ''] = await project.generate({ allowDestructive: true });
      expect(await (await project.migrator()).run({ allowDestructive: true })).toEqual([further]);
    },
    SLOW,
  );

  test('is adopted up to a migration, and gets the later ones as usual', async () => {
    const { project, first, second } = await anUnknownDatabase();
    await project.query(`alter table ${project.table('titles')} drop column ${project.column('weight')}`);
    await expect(baseline(project)).rejects.toThrow(
      new RegExp(`_acb_titles.weight is missing[^]*cms migrate:baseline ${first}$`),
    );
    expect(await baseline(project, first)).toEqual([first]);
    expect(await run(project)).toEqual([second]);
  });

  test('can have additional indexes', async () => {
    const { project } = await anUnknownDatabase();
    await project.query(`create index own on ${project.table('titles')} (${project.column('weight')})`);
    expect(await baseline(project)).toHaveLength(2);
  });

  test('without these tables is refused', async () => {
    const project = await aMigratedProject();
    await project.write([title({})]);
    await project.generate();
    await expect(baseline(project)).rejects.toThrow(/has none of these tables[^]*cms migrate:run$/);
    expect(await run(project)).toHaveLength(1);
  });

  test('is not adopted with unknown migration names', async () => {
    const { project, first, second } = await anUnknownDatabase();
    await expect(baseline(project, 'first')).rejects.toThrow(
      `Migration first does not exist. Existing migrations:\n  - ${first}\n  - ${second}`,
    );
  });
});

test('a database that cms dev has changed cannot be adopted, and migrate:run records its migration', async () => {
  const project = await aMigratedProject();
  await project.write([title({})]);
  await project.dev();
  const [id = ''] = await project.generate();
  await expect(baseline(project)).rejects.toThrow(/a record of its own[^]*`cms migrate:run`/);
  expect(await run(project)).toEqual([id]);
});

describe('tables from other sources', () => {
  const site = useMigratedDatabase();

  /** Creates the tables of one project, deletes the records, and adopts them with the other. */
  async function compared(is: readonly TableDefinition[], wanted: readonly TableDefinition[]) {
    await site.migratorOf(chain(is)).run();
    await forget(site.connection);
    return site.migratorOf(chain(wanted));
  }

  const fruit = table('fruit', [
    { name: 'name', type: 'string', nullable: false, length: 80, default: 'none' },
    { name: 'weight', type: 'integer', nullable: true },
  ]);
  const basket = table(
    'basket',
    [
      { name: 'fruit_id', type: 'uuid', nullable: true },
      { name: 'label', type: 'string', nullable: true },
    ],
    {
      indexes: [{ name: 'by_label', columns: ['label', 'fruit_id'], unique: true }],
      foreignKeys: [
        {
          name: 'fruit_of',
          columns: ['fruit_id'],
          references: { table: 'fruit', columns: ['id'] },
          onDelete: 'cascade',
        },
      ],
    },
  );
  const [index] = basket.indexes;
  const [key] = basket.foreignKeys;
  if (index === undefined || key === undefined) throw new Error('the table has both');
  const withColumn = (column: ColumnDefinition): TableDefinition => ({
    ...fruit,
    columns: fruit.columns.map((each) => (each.name === column.name ? column : each)),
  });
  const named = (name: string): string => `${PREFIX}${name}`;
  const keyName = isSqlite ? 'fruit_id' : named('fruit_of');

  test.each<[string, readonly TableDefinition[], string | RegExp]>([
    ['a missing table', [fruit], `table ${named('basket')} is missing`],
    [
      'a missing column',
      [{ ...fruit, columns: fruit.columns.slice(0, 2) }, basket],
      /_acb_fruit\.weight is missing: \w/,
    ],
    [
      'an additional column',
      [{ ...fruit, columns: [...fruit.columns, { name: 'extra', type: 'date', nullable: true }] }, basket],
      /_acb_fruit\.extra is not of the migrations: \w/,
    ],
    [
      'another length',
      [withColumn({ name: 'name', type: 'string', nullable: false, length: 70, default: 'none' }), basket],
      /_acb_fruit\.name is .*\(70\).*, not .*\(80\)/,
    ],
    [
      'another type',
      [withColumn({ name: 'weight', type: 'float', nullable: true }), basket],
      /_acb_fruit\.weight is double.*, not int/,
    ],
    [
      'optional',
      [withColumn({ name: 'name', type: 'string', nullable: true, length: 80, default: 'none' }), basket],
      /_acb_fruit\.name is (?!.*not null.*, not).* default .*none.*, not .* not null default/,
    ],
    [
      'no default',
      [withColumn({ name: 'name', type: 'string', nullable: false, length: 80 }), basket],
      /_acb_fruit\.name is .* not null, not .* not null default \S*none/,
    ],
    [
      'no index',
      [fruit, { ...basket, indexes: [] }],
      `index ${named('by_label')} of ${named('basket')} is missing: unique (label, fruit_id)`,
    ],
    [
      'an index that is not unique',
      [fruit, { ...basket, indexes: [{ ...index, unique: false }] }],
      `index ${named('by_label')} of ${named('basket')} is index (label, fruit_id), not unique (label, fruit_id)`,
    ],
    [
      'an index in another order',
      [fruit, { ...basket, indexes: [{ ...index, columns: ['fruit_id', 'label'] }] }],
      `index ${named('by_label')} of ${named('basket')} is unique (fruit_id, label), not unique (label, fruit_id)`,
    ],
    [
      'an additional unique index',
      [{ ...fruit, indexes: [{ name: 'own', columns: ['name'], unique: true }] }, basket],
      `index ${named('own')} of ${named('fruit')} is not of the migrations: unique (name)`,
    ],
    [
      'no foreign key',
      [fruit, { ...basket, foreignKeys: [] }],
      `foreign key ${keyName} of ${named('basket')} is missing: (fruit_id) to ${named('fruit')} (id), on delete cascade`,
    ],
    [
      'a foreign key with another rule',
      [fruit, { ...basket, foreignKeys: [{ ...key, onDelete: 'set null' }] }],
      /foreign key \S+ of _acb_basket is .*on delete set null, not .*on delete cascade/,
    ],
    [
      'another primary key',
      [
        fruit,
        {
          ...basket,
          columns: basket.columns.map((each) => ({ ...each, nullable: false })),
          primaryKey: ['id', 'label'],
        },
      ],
      '_acb_basket has the primary key (id, label), not (id)',
    ],
  ])('are refused with the difference, and nothing is recorded: %s', async (_, is, wanted) => {
    const migrator = await compared(is, [fruit, basket]);
    await expect(migrator.baseline()).rejects.toThrow(wanted);
    expect((await migrator.status()).map(({ state }) => state)).toEqual(['pending']);
    await expect(migrator.run()).rejects.toThrow('cms migrate:baseline');
  });

  test('can have additional indexes that are not unique', async () => {
    const own = { name: 'own', columns: ['name'], unique: false };
    const migrator = await compared([{ ...fruit, indexes: [own] }, basket], [fruit, basket]);
    expect(await migrator.baseline()).toEqual(['0001_step']);
  });

  describe('with an ordered index', () => {
    const ordered = { name: 'by_weight', columns: ['weight', 'id'], unique: false };
    const wanted = { ...fruit, indexes: [{ ...ordered, nullsFirst: true }] };

    test('can have nulls first in it', async () => {
      expect(await (await compared([wanted], [wanted])).baseline()).toEqual(['0001_step']);
    });

    test('are refused if the index sorts nulls differently, if the database reports it', async () => {
      const migrator = await compared([{ ...fruit, indexes: [ordered] }], [wanted]);
      const done = await migrator.baseline().catch(String);
      if (site.connection.dialect !== 'postgres') expect(done).toEqual(['0001_step']);
      else
        expect(done).toContain(
          `index ${named('by_weight')} of ${named('fruit')} is index (weight, id), not index (weight nulls first, id)`,
        );
    });
  });

  test('are refused with the values that an enum does not allow', async () => {
    const limited = withColumn({ name: 'weight', type: 'integer', nullable: true, enum: [1, 2] });
    const migrator = await compared([fruit], [limited]);
    await site.insert('fruit', { id: ID[0], name: 'pear', weight: 1 });
    await site.insert('fruit', { id: ID[1], name: 'plum', weight: 7 });
    await expect(migrator.baseline()).rejects.toThrow(/fruit\.weight has values that the enum[^]*7/);
    await site.connection.query(`update ${quoted('fruit')} set weight = 2 where weight = 7`);
    expect(await migrator.baseline()).toEqual(['0001_step']);
  });

  test(
    'are distinguished from any others by their structure, whatever edits led to them',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryEdits, fc.nat(), fc.nat(), async (edits, from, to) => {
          const migrations = chain(...definitionsOf(statesAfter(edits))).filter(({ up }) => up.length > 0);
          for (const name of ['migration', 'fruit', 'crop'])
            await site.connection.query(`drop table if exists ${quoted(name)}`);
          const [is, wanted] = [from % migrations.length, to % migrations.length];
          await site.migratorOf(migrations.slice(0, is + 1)).run();
          const stateAt = (at: number): readonly TableDefinition[] => [
            ...migrations
              .slice(0, at + 1)
              .reduce((tables, { up }) => replay(tables, up), NO_TABLES)
              .values(),
          ];
          await forget(site.connection);
          const upTo = migrations[wanted]?.id ?? '';
          const answer = await site
            .migratorOf(migrations)
            .baseline(upTo)
            .catch((error: unknown) => error);
          if (areSameTables(asStored(stateAt(is)), asStored(stateAt(wanted))))
            expect(answer).toHaveLength(wanted + 1);
          else expect(answer).toMatchObject({ name: 'BaselineError' });
        }),
        { numRuns: propertyRuns(16) },
      );
    },
    SLOW,
  );
});
