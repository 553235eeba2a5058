import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { aProject } from './a-project.js';
import { runCms } from './run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A generated project, to copy, and for commands that write nothing, which each test verifies. */
let untouched = '';
beforeAll(async () => {
  untouched = await aProject('generated', await mkdtemp(join(tmpdir(), 'cms-makers-')));
});
afterAll(() => rm(untouched, { recursive: true }));

async function textsOf(cwd: string): Promise<Readonly<Record<string, string>>> {
  const folders = ['schemas', 'generated'];
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(cwd, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  const texts = lists.flat().map(async (file) => [file, await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

describe('makers', () => {
  test.each([
    ['hero image', 'is not a valid type name. Use PascalCase, e.g. "HeroImage".'],
    ['../Escape', 'is not a valid type name'],
    ['Page', '"Page" is the name of a built-in type.'],
    ['Title', 'schemas/Title.json already exists, so nothing was written. Choose another name.'],
    ['Titles', 'is already used by schemas/Title.json'],
  ])('make:api-component refuses the name %s and writes nothing', async (name, message) => {
    const cwd = untouched;
    const before = await textsOf(cwd);
    const { code, stdout, stderr } = await runCms(['make:api-component', name], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(await textsOf(cwd)).toEqual(before);
  });

  test.each([['Class'], ['Object']])(
    'make:api-component accepts the name %s and generates its code',
    async (name) => {
      const cwd = await aProject('generated');
      const { code, stderr } = await runCms(['make:api-component', name, '--uploadable'], { cwd });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      const status = await runCms(['migrate:status'], { cwd });
      expect({ code: status.code, stderr: status.stderr }).toMatchObject({ code: 0 });
    },
  );

  test('a page data type with a slot for an unknown type is never written, not even temporarily', async () => {
    const cwd = await aProject('generated');
    const before = await textsOf(cwd);
    const touched: (string | null)[] = [];
    const watcher = watch(join(cwd, 'schemas'), (_event, name) => void touched.push(name));
    onTestFinished(() => watcher.close());
    const args = ['make:page-data', 'NewsData', '--properties', 'hero:Banner'];
    const { code, stderr } = await runCms(args, { cwd });
    await writeFile(join(cwd, 'schemas/_last'), '');
    await expect.poll(() => touched).toContain('_last');
    expect(new Set(touched)).toEqual(new Set(['_last']));
    await rm(join(cwd, 'schemas/_last'));
    expect(code).toBe(1);
    expect(stderr).toContain('The component type "Banner" does not exist.');
    expect(stderr).toContain('Nothing was written.');
    expect(await textsOf(cwd)).toEqual(before);
  });
});

const IRIS = ['--old-iri', '/component/titles', '--new-iri', '/component/headings'];
const RENAME = ['make:rename-component', 'Title', 'Heading', ...IRIS];

describe('make:rename-component', () => {
  test.each([
    [
      [],
      'Missing options, which are required without a terminal: --old-iri /component/titles --new-iri /component/headings\n',
    ],
    [
      ['--no-interaction'],
      'Missing options, which are required without a terminal: --old-iri /component/titles --new-iri /component/headings\n',
    ],
    [
      ['--old-iri', '/component/titles'],
      'Missing options, which are required without a terminal: --new-iri /component/headings\n',
    ],
    [
      ['--new-iri', '/component/headings', '--keep-schema'],
      'Missing options, which are required without a terminal: --old-iri /component/titles\n',
    ],
    [[...IRIS, '--keep-schema'], 'Rename the file to schemas/Heading.json and its "title" to Heading'],
  ])(
    'requires more than %j without a terminal: it exits with 1 and writes nothing',
    async (options, message) => {
      const cwd = untouched;
      const before = await textsOf(cwd);
      const run = await runCms(['make:rename-component', 'Title', 'Heading', ...options], { cwd });
      expect([run.code, run.stdout]).toEqual([1, '']);
      expect(run.stderr).toContain(message);
      expect(await textsOf(cwd)).toEqual(before);
    },
  );

  test('keeps the path of a schema file that was renamed before, and records the previous type in it', async () => {
    const cwd = await aProject('generated');
    const text = await readFile(join(cwd, 'schemas/Title.json'), 'utf8');
    await writeFile(
      join(cwd, 'schemas/Heading.json'),
      text.replace('"title": "Title"', '"title": "Heading"').replaceAll('"Title:', '"Heading:'),
    );
    await rm(join(cwd, 'schemas/Title.json'));
    const { code, stdout, stderr } = await runCms([...RENAME, '--keep-schema'], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toMatch(/^schemas\/Heading\.json\nschemas\/ArticleData\.json\n/);
    expect(stdout).not.toContain('deleted');
    expect(stdout).toMatch(/generated\/migrations\/\d{8}T\d{6}_rename_titles_to_headings\.ts/);
    const schema: unknown = JSON.parse(await readFile(join(cwd, 'schemas/Heading.json'), 'utf8'));
    expect(schema).toMatchObject({ title: 'Heading', 'x-renamed-from': ['Title'] });
  });

  test('writes the schema, its references and the migration, and lists the changed groups', async () => {
    const cwd = await aProject('generated');
    await runCms(['migrate:run'], { cwd });
    expect((await runCms(['scaffold:load'], { cwd })).code).toBe(0);
    const { code, stdout, stderr } = await runCms(RENAME, { cwd });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain('schemas/Heading.json\nschemas/ArticleData.json\n');
    const id = /generated\/migrations\/(\d{8}T\d{6}_rename_titles_to_headings)\.ts/.exec(stdout)?.[1];
    expect(stdout).toContain('deleted schemas/Title.json');
    expect(stderr).toMatch(/[1-9]\d* stored records? of Title/);
    expect((await runCms(['migrate:run'], { cwd })).stdout).toBe(`Applied ${id}\n`);
    expect((await runCms(['migrate:revert'], { cwd })).code).toBe(0);
  });

  test('can reverse its own rename, also in stored data', async () => {
    const cwd = await aProject('generated');
    const back = ['Heading', 'Title', '--old-iri', '/component/headings', '--new-iri', '/component/titles'];
    const lines = [
      ['migrate:run'],
      ['scaffold:load'],
      RENAME,
      ['migrate:run'],
      ['make:rename-component', ...back],
      ['migrate:run'],
      ['scan-orphaned'],
    ];
    for (const args of lines) {
      const { code, stderr } = await runCms(args, { cwd });
      expect({ args, code, stderr }).toMatchObject({ code: 0 });
    }
  });

  test('counts records of a record type by the name in the database', async () => {
    const cwd = await aProject('generated');
    expect((await runCms(['make:api-component', 'Notice', '--record'], { cwd })).code).toBe(0);
    expect((await runCms(['generate'], { cwd })).code).toBe(0);
    expect((await runCms(['migrate:run'], { cwd })).code).toBe(0);
    const folder = join(cwd, 'notices');
    await mkdir(folder);
    const lines = [1, 2, 3].map((n) => `{"@key": "${n}0000000-0000-4000-8000-000000000000"}`);
    await writeFile(join(folder, 'Notice.jsonl'), lines.join('\n'));
    expect(await runCms(['import', folder], { cwd })).toMatchObject({ code: 0 });
    const iris = (from: string, to: string): readonly string[] => [
      ...['--old-iri', `/record/${from}`, '--new-iri', `/record/${to}`],
    ];
    const first = await runCms(['make:rename-component', 'Notice', 'Advice', ...iris('notices', 'advices')], {
      cwd,
    });
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('3 stored records of Notice') });
    const second = await runCms(['make:rename-component', 'Advice', 'Hint', ...iris('advices', 'hints')], {
      cwd,
    });
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('3 stored records of Advice') });
    expect((await runCms(['migrate:run'], { cwd })).code).toBe(0);
    const third = await runCms(['make:rename-component', 'Hint', 'Tip', ...iris('hints', 'tips')], { cwd });
    expect(third).toMatchObject({ code: 0, stderr: expect.stringContaining('3 stored records of Hint') });
  });

  test('prints the groups that allow the type, by location and reference', async () => {
    const cwd = await aProject('generated');
    const scaffold = join(cwd, 'scaffold.ts');
    const text = await readFile(scaffold, 'utf8');
    await writeFile(
      scaffold,
      text.replace(".group('footer')", ".group('footer', { allow: ['Title', 'HtmlContent'] })"),
    );
    expect(await readFile(scaffold, 'utf8')).not.toBe(text);
    await runCms(['migrate:run'], { cwd });
    expect(await runCms(['scaffold:load'], { cwd })).toMatchObject({ code: 0 });
    const { stderr } = await runCms(RENAME, { cwd });
    expect(stderr).toContain('Warning: the migration changes this group:');
    expect(stderr).toMatch(/ {2}Location \(IRI\) +Reference\n {2}\/api\/\S+ +\w+_\/api\//);
  });

  test('works without a database, creates none and reports that', async () => {
    const cwd = await aProject('generated');
    const { code, stderr } = await runCms(RENAME, { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('Could not read the stored records of Title (the database does not exist yet)');
    await expect(readdir(join(cwd, 'var'))).rejects.toThrow('ENOENT');
  });

  test.each([
    [['Nothing', 'Heading', ...IRIS], 'schemas/Nothing.json does not exist.'],
    [['Title', 'Page', ...IRIS], '"Page" is the name of a built-in type.'],
    [['Title', 'ArticleData', ...IRIS], 'schemas/ArticleData.json already exists'],
    [['Title', 'Heading', ...IRIS.slice(0, 2), '--new-iri', 'headings'], 'starting with "/"'],
    [['Title'], 'Not enough arguments (missing: "new-name").'],
  ])('refuses %j and writes nothing', async (args, message) => {
    const cwd = untouched;
    const before = await textsOf(cwd);
    const { code, stderr } = await runCms(['make:rename-component', ...args], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(await textsOf(cwd)).toEqual(before);
  });
});

describe('makers on the command line', () => {
  test('make:api-component writes a schema, generates its code and overwrites nothing', async () => {
    const cwd = await aProject('initialised');
    const made = await runCms(['make:api-component', 'Teaser', '--timestamped'], { cwd });
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^schemas\/Teaser\.json\n/);
    expect(made.stdout).toContain('generated/entities/teaser.ts');
    expect(made.stderr).toContain('/component/teasers');
    expect(JSON.parse(await readFile(join(cwd, 'schemas/Teaser.json'), 'utf8'))).toMatchObject({
      title: 'Teaser',
      'x-resource': 'component',
      'x-timestamped': true,
    });
    const again = await runCms(['make:api-component', 'Teaser'], { cwd });
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('schemas/Teaser.json already exists');
  });

  test('make:page-data accepts properties separated by commas and repeated options', async () => {
    const cwd = await aProject('initialised');
    const args = [
      'make:page-data',
      'EventData',
      '--properties',
      'headline,seats:int',
      '--properties',
      'banner:Title',
    ];
    expect((await runCms(args, { cwd })).code).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, 'schemas/EventData.json'), 'utf8'))).toMatchObject({
      properties: {
        headline: { type: ['string', 'null'] },
        seats: { type: 'integer' },
        banner: { 'x-component': 'Title' },
      },
    });
  });

  test.each([
    [['make:api-component', 'hero image'], 'PascalCase'],
    [['make:api-component'], 'Not enough arguments (missing: "name").'],
    [
      ['make:page-data', 'EventData', '--properties', ':int'],
      'Invalid property definition ":int". Expected "name:type"',
    ],
    [['make:rename-component', 'Nothing', 'Other', ...IRIS], 'schemas/Nothing.json'],
  ])('%j exits with 1 and writes nothing', async (args, message) => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'schemas'));
    const { code, stdout, stderr } = await runCms(args, { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  test('make:rename-component moves the schema file, accepts its deprecated option, and records the previous name', async () => {
    const cwd = await aProject('initialised');
    const { code, stdout, stderr } = await runCms(
      ['make:rename-component', 'Title', 'Heading', '--rename-schema', ...IRIS],
      { cwd },
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^schemas\/Heading\.json\n[^]*\ndeleted schemas\/Title\.json\n$/);
    expect(stderr).toContain('/component/titles');
    expect(JSON.parse(await readFile(join(cwd, 'schemas/Heading.json'), 'utf8'))).toMatchObject({
      title: 'Heading',
      'x-renamed-from': ['Title'],
    });
  });
});
