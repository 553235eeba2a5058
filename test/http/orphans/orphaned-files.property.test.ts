import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_INFO_TABLE } from '../../../runtime/features/uploads/tables.js';
import { PATH_COLUMNS } from '../uploads/storages.js';
import { dataUri, picture } from '../uploads/support.js';
import { ADMIN, type FilesApp, type FileLine, PATH, startFilesApp } from './files-support.js';

const STEPS = 30;
const BROCHURES = '/component/brochures';
const NAMES = [
  'plan-0a1b2c3d.pdf',
  'docs/brochures/plan-0a1b2c3d.pdf',
  '3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10.txt',
  'notes.txt',
  'imported.jpg',
  'media/cache/thumbnail/plan-0a1b2c3d.pdf',
  'legacy/plan-0a1b2c3d.pdf',
] as const;
const ALIASES = ['public', 'private'] as const;

let app: FilesApp;
beforeAll(async () => {
  app = await startFilesApp('local', { excluded_paths: ['legacy/'] });
  // A file that no event makes known, so that every run has one.
  await app.place('private', 'unlisted.bin');
});
afterAll(() => app.close());

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

/** Returns every path in a row, with the filesystem of its field. */
async function held(): Promise<readonly (Row & { readonly adapter: string })[]> {
  const { database } = app.app;
  const rows = [];
  for (const [adapter, table, column] of PATH_COLUMNS) {
    const sql = `select t.id as id, t.${column} as path from ${database.table(table)} t where t.${column} is not null`;
    for (const row of await database.all<Row>(sql)) rows.push({ ...row, type: table, adapter });
  }
  return rows;
}

async function run(sql: string, parameters: Record<string, string> = {}): Promise<void> {
  await app.app.database.transaction(async (session) => void (await session.run(sql, parameters)));
}

/** Computes the definition again, with sets of everything. */
async function model(): Promise<{
  readonly orphaned: string[];
  readonly unknown: string[];
  readonly missing: string[];
}> {
  const rows = await held();
  const infos = await app.app.database.all<{ path: string }>(
    `select t.path as path from ${app.app.database.table(FILE_INFO_TABLE)} t`,
  );
  const files = (await app.stored()).map((file) => {
    const [adapter = '', path = ''] = file.split(/:(.*)/s);
    return { adapter, path };
  });
  const strangers = files.filter(
    ({ path }) =>
      !path.startsWith('media/cache/') &&
      !path.startsWith('legacy/') &&
      !rows.some((row) => row.path === path),
  );
  const isOurs = ({ path }: FileLine): boolean =>
    /-[0-9a-f]{8}\.[a-z]+$/.test(path) ||
    /(^|\/)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]+$/.test(path) ||
    infos.some((info) => info.path === path);
  return {
    orphaned: strangers.filter(isOurs).map(lineOf).sort(),
    unknown: strangers
      .filter((file) => !isOurs(file))
      .map(lineOf)
      .sort(),
    missing: rows
      .filter((row) => !files.some(({ adapter, path }) => adapter === row.adapter && path === row.path))
      .map((row) => `${lineOf(row)} /_api/component/${row.type}/${row.id}`)
      .sort(),
  };
}

const lineOf = ({ adapter, path }: FileLine): string => `${adapter}:${path}`;

/** Runs a random event of a site, or changes its folders externally. */
async function happen(draw: (count: number) => number): Promise<void> {
  const { database } = app.app;
  const one = async (): Promise<(Row & { readonly adapter: string }) | undefined> => {
    const rows = await held();
    return rows[draw(Math.max(1, rows.length))];
  };
  const alias = ALIASES[draw(2)] ?? 'public';
  const name = NAMES[draw(NAMES.length)] ?? 'notes.txt';
  const drawn = await one();
  switch (draw(9)) {
    case 0:
      await app.create(BROCHURES, {
        documentFile: `data:text/plain,${draw(100)}`,
        publishedAt: '2020-01-01T00:00:00Z',
      });
      return;
    case 1:
      await app.create('/component/images', { file: dataUri('image/png', await picture(20, 10)) });
      return;
    case 2:
      if (drawn?.type === 'brochures')
        await app.patch(`/component/brochures/${drawn.id}`, { uiComponent: `Draft${draw(9)}` }, ADMIN);
      return;
    case 3:
      if (drawn !== undefined) await app.delete(`/component/${drawn.type}/${drawn.id}`, ADMIN);
      return;
    case 4:
    case 5:
      if ((await app.storage(alias).stat(name)) === undefined) await app.place(alias, name);
      return;
    case 6:
      if (drawn !== undefined && draw(3) === 0)
        await app.storage(drawn.adapter as 'public').remove(drawn.path);
      return;
    case 7:
      // Uploads never get a path in the image cache.
      if (drawn?.type === 'brochures' && !name.startsWith('media/cache/'))
        await run(`update ${database.table('brochures')} set cover_path = :path where id = :id`, {
          ...{ id: drawn.id, path: name },
        });
      return;
    default:
      await run(`delete from ${database.table(FILE_INFO_TABLE)} where path = :path`, { path: name });
      if (draw(2) === 0)
        await run(
          `insert into ${database.table(FILE_INFO_TABLE)} (id, path, mime_type, file_size) values (:id, :path, 'text/plain', 1)`,
          { id: crypto.randomUUID(), path: name },
        );
  }
}

test("the report of files lists unreferenced and missing ones, and a deletion deletes the service's files and nothing else", async () => {
  const seen = { orphaned: 0, unknown: 0, missing: 0, deleted: 0, rejected: 0 };
  await fc.assert(
    // Without bias, each kind of event occurs in every run.
    fc.asyncProperty(fc.infiniteStream(fc.noBias(fc.nat())), async (numbers) => {
      const draw = (count: number): number => Number(numbers.next().value) % count;
      for (let step = 0; step < STEPS; step += 1) await happen(draw);
      const wanted = await model();
      const report = await app.scanned();
      expect({
        orphaned: report.orphanedFiles.map(lineOf).sort(),
        unknown: report.unknownFiles.map(lineOf).sort(),
        missing: report.missingFiles.map((file) => `${lineOf(file)} ${file.resource}`).sort(),
      }).toEqual(wanted);
      const before = await app.stored();
      const isAll = draw(2) === 0;
      const paths = [...new Set(before.map((file) => file.slice(file.indexOf(':') + 1)))].filter(
        () => draw(3) === 0,
      );
      if (!isAll && paths.length === 0) return;
      const answer = await app.post(`${PATH}/delete`, isAll ? { all: true } : { paths }, ADMIN);
      expect(answer.status, answer.text).toBe(200);
      const chosen = wanted.orphaned.filter(
        (file) => isAll || paths.includes(file.slice(file.indexOf(':') + 1)),
      );
      expect((answer.body.deleted as unknown as FileLine[]).map(lineOf).sort()).toEqual(chosen);
      // Variants of a deleted file may be deleted with it.
      const isGone = (file: string): boolean => chosen.includes(file.replace(/:media\/cache\/[^/]+\//, ':'));
      const after = await app.stored();
      expect(before.filter((file) => !after.includes(file) && !isGone(file))).toEqual([]);
      expect(after.filter((file) => chosen.includes(file))).toEqual([]);
      expect((await model()).missing).toEqual(wanted.missing);
      seen.deleted += chosen.length;
      seen.rejected += (answer.body.rejected as unknown[]).length;
      for (const list of ['orphaned', 'unknown', 'missing'] as const) seen[list] += wanted[list].length;
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});
