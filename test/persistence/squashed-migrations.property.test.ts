import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diffSnapshots } from '../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import { squashMigrations } from '../../generator/migrate/squash.js';
import { loadTemplates } from '../../generator/index.js';
import { NO_TABLES, replay } from '../../runtime/adapters/persistence/migrations/states/replay.js';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { type Migration, migrationHash } from '../../runtime/kernel/contract/database/migration.js';
import { speaksMysql } from '../support/database.js';
import { propertyRuns } from '../support/property-runs.js';
import { aMigratedProject, filesOf, type MigratedProject, migrationsOf, PREFIX } from './migrated-project.js';
import { chain, ID, migration, useMigratedDatabase } from './migrations-fixture.js';
import { introspect } from './migrations-introspection.js';
import { arbitraryEdits, definitionsOf, START, statesAfter } from './schema-edits.js';
import { type Content, createContent, missingFrom } from './stored-content.js';

const SLOW = 300_000;
const text = { type: ['string', 'null'], maxLength: 80 };
const title = (properties: JsonObject): readonly JsonObject[] => [
  { title: 'Title', type: 'object', 'x-resource': 'component', properties: { text, ...properties } },
];
const STEPS = [
  title({}),
  title({ weight: { type: 'integer', default: 3 } }),
  title({ load: { type: 'integer', default: 3, 'x-renamed-from': ['weight'] }, place: text }),
];
const FURTHER = title({ load: { type: 'integer', default: 3 }, place: text, hue: text });

/** A project with a migration for each step. Its database has the first `ran` of them, and rows since then. */
async function aProject(ran: number): Promise<{
  readonly project: MigratedProject;
  /** Checks that every value still exists. */
  expectAllKept(): Promise<void>;
  readonly ids: readonly [string, string, string];
}> {
  const project = await aMigratedProject();
  const content = createContent(project);
  const ids: string[] = [];
  let before: Content = new Map();
  for (const [index, step] of STEPS.entries()) {
    await project.write(step);
    ids.push(...(await project.generate()));
    if (index >= ran) continue;
    await run(project);
    if (index + 1 < ran) continue;
    await content.fill();
    before = await content.read();
  }
  const [first = '', second = '', third = ''] = ids;
  const expectAllKept = async (): Promise<void> =>
    expect([...missingFrom(before, await content.read()).keys()]).toEqual([]);
  return { project, expectAllKept, ids: [first, second, third] };
}

async function squash(
  { root }: MigratedProject,
  { upTo, withoutSql = false }: { readonly upTo?: string; readonly withoutSql?: boolean } = {},
): Promise<string> {
  const templates = await loadTemplates();
  const outputDir = join(root, 'generated');
  const now = new Date('2026-12-01T10:00:00Z');
  return (await squashMigrations({ outputDir, upTo, withoutSql, templates, now })).id;
}

const run = async (project: MigratedProject): Promise<readonly string[]> => (await project.migrator()).run();
const statusOf = async (project: MigratedProject): Promise<readonly string[]> =>
  (await (await project.migrator()).status()).map(({ id, state }) => `${id} ${state}`);

/** Returns the tables that `cms dev` creates for the same schemas. */
async function expectFresh(project: MigratedProject, schemas: readonly JsonObject[]): Promise<void> {
  const fresh = await aMigratedProject();
  await fresh.write(schemas);
  await fresh.dev();
  expect(await introspect(project.connection(), PREFIX)).toEqual(
    await introspect(fresh.connection(), PREFIX),
  );
}

/** Moves the current migrations away. Returns a function that restores them and replaces later ones. */
async function keepMigrations(root: string): Promise<() => Promise<void>> {
  const kept = await mkdtemp(join(tmpdir(), 'cms-kept-'));
  onTestFinished(() => rm(kept, { recursive: true, force: true }));
  const folder = join(root, 'generated/migrations');
  await cp(folder, kept, { recursive: true });
  return async () => {
    await rm(folder, { recursive: true, force: true });
    await cp(kept, folder, { recursive: true });
  };
}

/** Gives migrations the names and the list of the first release. */
async function number({ root }: MigratedProject, ids: readonly string[]): Promise<void> {
  const folder = join(root, 'generated/migrations');
  const entries: JsonObject[] = [];
  for (const [index, id] of ids.entries()) {
    const numbered = `000${index + 1}_step`;
    const source = await readFile(join(folder, `${id}.ts`), 'utf8');
    await writeFile(join(folder, `${numbered}.ts`), source.replace(id, numbered));
    const { hash } = JSON.parse(await readFile(join(folder, `meta/${id}.json`), 'utf8')) as { hash: string };
    entries.push({ id: numbered, hash });
    await rename(
      join(folder, `meta/${id}_snapshot.json`),
      join(folder, `meta/000${index + 1}_snapshot.json`),
    );
    await rm(join(folder, `${id}.ts`));
    await rm(join(folder, `meta/${id}.json`));
    for (const name of await readdir(join(folder, 'meta'))) {
      const path = join(folder, 'meta', name);
      await writeFile(path, (await readFile(path, 'utf8')).replace(id, numbered));
    }
  }
  await writeFile(join(folder, 'meta/journal.json'), JSON.stringify({ entries }));
}

async function addSql(project: MigratedProject, id: string): Promise<void> {
  const file = join(project.root, `generated/migrations/${id}.ts`);
  const source = await readFile(file, 'utf8');
  const sql = `up: [\n    { kind: 'sql', text: 'update {titles} set text = null' },`;
  await writeFile(file, source.replace('up: [', sql));
}

describe('migrations that were squashed into one', () => {
  test('count as applied in a database with all of them, before and after the next run', async () => {
    const { project, expectAllKept } = await aProject(3);
    const id = await squash(project);
    expect(await migrationsOf(project.root)).toEqual([id]);
    expect(await statusOf(project)).toEqual([`${id} applied`]);
    expect(await (await project.migrator()).drift()).toEqual([]);
    await project.check();
    expect(await project.generate()).toEqual([]);
    expect(await run(project)).toEqual([]);
    expect(await statusOf(project)).toEqual([`${id} applied`]);

    await project.write(FURTHER);
    const [further = ''] = await project.generate();
    expect(await run(project)).toEqual([further]);
    await expectAllKept();
    await expectFresh(project, FURTHER);
  });

  test('run at once in a database with none of them', async () => {
    const { project } = await aProject(0);
    const id = await squash(project);
    expect(await run(project)).toEqual([id]);
    await expectFresh(project, STEPS[2] ?? []);
    await project.check();
    await project.write(FURTHER);
    expect(await project.generate()).toHaveLength(1);
    expect(await run(project)).toHaveLength(1);
  });

  test('are refused by a database with some of them, which then follows the message', async () => {
    const { project, ids, expectAllKept } = await aProject(1);
    const before = await introspect(project.connection(), PREFIX);
    const putBackOld = await keepMigrations(project.root);
    const id = await squash(project);
    const putBackNew = await keepMigrations(project.root);
    await expect(run(project)).rejects.toThrow(
      new RegExp(
        `${id} stands for several[^]*has:\n  - ${ids[0]}\nbut not:\n  - ${ids[1]}\n  - ${ids[2]}\n[^]*\`cms migrate:run\``,
      ),
    );
    expect(await introspect(project.connection(), PREFIX)).toEqual(before);
    expect(await statusOf(project)).toEqual([`${ids[0]} squashed`, `${id} pending`]);

    await putBackOld();
    expect(await run(project)).toEqual(ids.slice(1));
    await putBackNew();
    expect(await run(project)).toEqual([]);
    await expectAllKept();
    expect(await statusOf(project)).toEqual([`${id} applied`]);
  });

  test.each([0, 1, 2, 3])('are applied by cms dev to a database with %i of them', async (ran) => {
    const { project, expectAllKept } = await aProject(ran);
    const id = await squash(project);
    await project.dev();
    expect(await statusOf(project)).toEqual([`${id} applied`]);
    await expectAllKept();
    await expectFresh(project, STEPS[2] ?? []);
    expect(await run(project)).toEqual([]);
  });

  test.each([2, 3])('can be followed by unsquashed ones, in a database with %i', async (ran) => {
    const { project, ids } = await aProject(ran);
    const id = await squash(project, { upTo: ids[1] });
    expect(await migrationsOf(project.root)).toEqual([id, ids[2]].sort());
    await project.check();
    expect(await run(project)).toEqual(ids.slice(ran));
    expect(await statusOf(project)).toEqual([`${id} applied`, `${ids[2]} applied`]);
    await expectFresh(project, STEPS[2] ?? []);
  });

  test('can be squashed again, also for a database without either squash', async () => {
    const { project, ids } = await aProject(3);
    await squash(project, { upTo: ids[1] });
    const id = await squash(project);
    expect(await migrationsOf(project.root)).toEqual([id]);
    expect(await statusOf(project)).toEqual([`${id} applied`]);
    expect(await run(project)).toEqual([]);
    await project.check();
  });

  test('can be those that the first release numbered, but not some of them', async () => {
    const { project, ids } = await aProject(0);
    await number(project, [ids[0], ids[1]]);
    await expect(squash(project, { upTo: '0001_step' })).rejects.toThrow(/first migration/);
    expect(await run(project)).toEqual(['0001_step', '0002_step', ids[2]]);
    const id = await squash(project, { upTo: '0002_step' });
    expect(await migrationsOf(project.root)).toEqual([ids[2], id].sort());
    expect(await run(project)).toEqual([]);
    expect(await statusOf(project)).toEqual([`${id} applied`, `${ids[2]} applied`]);
    await project.check();
    await expectFresh(project, STEPS[2] ?? []);
  });

  test('are reverted together', async () => {
    const { project } = await aProject(3);
    const id = await squash(project);
    await run(project);
    const migrator = await project.migrator();
    expect(await migrator.revert({ allowDestructive: true })).toEqual([id]);
    expect(await run(project)).toEqual([id]);
  });

  test('are reverted together before anything else has run, and only with permission to lose rows', async () => {
    const { project, expectAllKept } = await aProject(3);
    const id = await squash(project);
    const before = await introspect(project.connection(), PREFIX);
    const migrator = await project.migrator();
    await expect(migrator.revert()).rejects.toThrow(/would lose stored data/);
    expect(await introspect(project.connection(), PREFIX)).toEqual(before);
    expect(await statusOf(project)).toEqual([`${id} applied`]);
    await expectAllKept();
    expect(await migrator.revert({ allowDestructive: true, steps: 3 })).toEqual([id]);
    expect(await statusOf(project)).toEqual([`${id} pending`]);
    expect(await migrator.revert()).toEqual([]);
    expect(await run(project)).toEqual([id]);
    await expectFresh(project, STEPS[2] ?? []);
  });

  test('remain when a later one is reverted', async () => {
    const { project, ids } = await aProject(3);
    const id = await squash(project, { upTo: ids[1] });
    const migrator = await project.migrator();
    expect(await migrator.revert({ allowDestructive: true })).toEqual([ids[2]]);
    expect(await statusOf(project)).toEqual([`${id} applied`, `${ids[2]} pending`]);
    expect(await run(project)).toEqual([ids[2]]);
    await expectFresh(project, STEPS[2] ?? []);
  });

  test('are reverted one by one in a database with only some of them, until it can run the squash', async () => {
    const { project } = await aProject(2);
    const id = await squash(project);
    const migrator = await project.migrator();
    expect(await migrator.revert({ allowDestructive: true, steps: 2 })).toHaveLength(2);
    expect(await run(project)).toEqual([id]);
    await expectFresh(project, STEPS[2] ?? []);
  });

  test('are adopted with a database that has their tables', async () => {
    const { project } = await aProject(3);
    const id = await squash(project);
    const quote = speaksMysql() ? '`' : '"';
    await project.query(`drop table ${quote}${PREFIX}migration${quote}`);
    expect(await (await project.migrator()).baseline()).toEqual([id]);
  });
});

describe('hand-written SQL in migrations', () => {
  test('prevents a squash, unless it is explicitly omitted', async () => {
    const { project, ids } = await aProject(0);
    await addSql(project, ids[2]);
    await run(project);
    const files = await migrationsOf(project.root);
    await expect(squash(project)).rejects.toThrow(
      new RegExp(
        `hand-written SQL[^]*${ids[2]}\nTo squash only earlier migrations: cms migrate:squash ${ids[1]}\n[^]*cms migrate:squash --without-sql$`,
      ),
    );
    expect(await migrationsOf(project.root)).toEqual(files);
    const first = await squash(project, { upTo: ids[1] });
    const id = await squash(project, { withoutSql: true });
    expect(await migrationsOf(project.root)).toEqual([id]);
    expect(id).not.toBe(first);
    expect(await run(project)).toEqual([]);
    await project.check();
  });
});

describe('a branch based on a migration that was squashed', () => {
  /** Removes the files of the branch's migration, and restores them after the squash. */
  async function aBranch(from: number) {
    const { project, ids } = await aProject(3);
    const staying = ids.slice(0, from + 1);
    const putBackAll = await keepMigrations(project.root);
    for (const id of ids.filter((each) => !staying.includes(each)))
      for (const file of filesOf(id)) await rm(join(project.root, file));
    await project.write([...(STEPS[from] ?? []), ...QUOTE]);
    const [branch = ''] = await project.generate();
    const texts = await Promise.all(
      filesOf(branch).map((file) => readFile(join(project.root, file), 'utf8')),
    );
    await putBackAll();
    const id = await squash(project);
    for (const [index, file] of filesOf(branch).entries())
      await writeFile(join(project.root, file), texts[index] ?? '');
    await project.write([...(STEPS[2] ?? []), ...QUOTE]);
    return { project, id, branch };
  }
  const QUOTE = title({}).map((schema) => ({ ...schema, title: 'Quote' }));

  test('is based on the squash if it was based on the last migration', async () => {
    const { project, id, branch } = await aBranch(2);
    expect(await project.generate()).toEqual([]);
    expect(await run(project)).toEqual([branch]);
    expect(await statusOf(project)).toEqual([`${id} applied`, `${branch} applied`]);
    await project.check();
  });

  test('is reported otherwise, and following the message succeeds', async () => {
    const { project, branch } = await aBranch(0);
    const advice = new RegExp(`${branch} builds on \\S+, which \\S+_squashed stands for[^]*\`cms generate\``);
    await expect(project.generate()).rejects.toThrow(advice);
    await expect(run(project)).rejects.toThrow(advice);
    for (const file of filesOf(branch)) await rm(join(project.root, file));
    const [again = ''] = await project.generate();
    expect(await run(project)).toEqual([again]);
    await project.check();
  });
});

describe('migrations that cannot be squashed', () => {
  test('are reported and kept', async () => {
    const { project, ids } = await aProject(0);
    await expect(squash(project, { upTo: 'first' })).rejects.toThrow(
      `Migration first does not exist. Existing migrations:\n  - ${ids[0]}`,
    );
    await expect(squash(project, { upTo: ids[0] })).rejects.toThrow(/is the first migration/);
    expect(await migrationsOf(project.root)).toEqual([...ids]);
    const empty = await aMigratedProject();
    await expect(squash(empty)).rejects.toThrow('There are no migrations to squash.');
  });
});

describe('random edits, some of them squashed', () => {
  const site = useMigratedDatabase();

  /** Returns the result of the command for a list, without files. */
  function squashed(all: readonly Migration[], count: number): readonly Migration[] {
    const replaced = all.slice(0, count);
    const tables = replaced.reduce((reached, { up }) => replay(reached, up), NO_TABLES);
    const whole = migration('0000_squashed', diffSnapshots([], [...tables.values()]));
    const replaces = replaced.map((each) => ({ id: each.id, hash: migrationHash(each) }));
    return [{ ...whole, replaces }, ...all.slice(count)];
  }

  test(
    'end like all migrations, with their rows, or are refused before anything changes',
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryEdits, fc.nat(), fc.nat(), async (edits, some, other) => {
          for (const name of ['migration', 'fruit', 'crop'])
            await site.connection.query(`drop table if exists ${site.quoted(name)}`);
          const all = chain(...definitionsOf([START, ...statesAfter(edits)])).filter(
            ({ up }) => up.length > 0,
          );
          fc.pre(all.length > 1);
          const ran = some % (all.length + 1);
          const count = 2 + (other % (all.length - 1));
          await site.migratorOf(all.slice(0, ran)).run();
          if (ran === 1) await site.insert('fruit', { id: ID[0], red: 7 });
          const before = await introspect(site.connection, PREFIX);
          const present = squashed(all, count);
          const isBetween = ran > 0 && ran < count;
          const migrator = site.migratorOf(present);
          if (isBetween) {
            await expect(migrator.run({ allowDestructive: true })).rejects.toThrow(
              '0000_squashed stands for',
            );
            expect(await introspect(site.connection, PREFIX)).toEqual(before);
            await site.migratorOf(all).run({ allowDestructive: true });
          }
          await migrator.run({ allowDestructive: true });
          const end = [...all.reduce((reached, { up }) => replay(reached, up), NO_TABLES).values()];
          expect(await introspect(site.connection, PREFIX)).toEqual(await site.introspectFresh(end));
          expect((await migrator.status()).map(({ id, state }) => [id, state])).toEqual(
            present.map(({ id }) => [id, 'applied']),
          );
        }),
        { numRuns: propertyRuns(12) },
      );
    },
    SLOW,
  );
});
