import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { aProject } from './a-project.js';
import { CMS, resultOf, runCms, type CommandResult } from './run-cms.js';

const aSite = (): Promise<string> => aProject('filled');

/** The same project with an empty database. */
const anEmptySite = (): Promise<string> => aProject('migrated');

const run = (cwd: string, ...options: readonly string[]): Promise<CommandResult> =>
  runCms(['generate-fixtures', ...options], { cwd });

/** Output for a site with one image. */
const writtenTo = (folder: string, name: string): string =>
  `Fixture class written to ${folder}/${name}.ts\n1 stored file(s) exported to ${folder}/assets\n`;

describe('generate-fixtures', () => {
  test('writes src/fixtures/GeneratedScaffold.ts, which another project can load', async () => {
    const cwd = await aSite();
    const { code, stdout, stderr } = await run(cwd);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(writtenTo('src/fixtures', 'GeneratedScaffold'));
    expect(await readdir(join(cwd, 'src/fixtures'))).toEqual(['GeneratedScaffold.ts', 'assets']);
    const text = await readFile(join(cwd, 'src/fixtures/GeneratedScaffold.ts'), 'utf8');
    expect(text).toContain('export const GeneratedScaffold = defineScaffold(');
    const other = await anEmptySite();
    await cp(join(cwd, 'src'), join(other, 'src'), { recursive: true });
    const load = ['scaffold:load', 'src/fixtures/GeneratedScaffold.ts'];
    expect(await runCms(load, { cwd: other })).toMatchObject({ code: 0 });
    // An export of the loaded site is the same.
    expect(await run(other, '-o', 'again/GeneratedScaffold.ts')).toMatchObject({ code: 0 });
    const again = await readFile(join(other, 'again/GeneratedScaffold.ts'), 'utf8');
    expect(again.replaceAll('again/assets', 'src/fixtures/assets')).toBe(text);
    const { stdout: loaded } = await runCms(load, { cwd: other });
    expect(loaded).toMatch(/created nothing; kept [1-9]/);
  });

  test('names the scaffold after the file, in the folders of the namespace', async () => {
    const cwd = await aSite();
    const { stdout } = await run(cwd, '--output', 'fixtures/Blog.ts', '--namespace', 'site/en.all');
    expect(stdout).toBe(writtenTo('fixtures/site/en/all', 'Blog'));
    const text = await readFile(join(cwd, 'fixtures/site/en/all/Blog.ts'), 'utf8');
    expect(text).toContain('export const Blog = defineScaffold(');
    expect(text).toContain('export default Blog;');
  });

  test('writes code that the compiler settings of the project accept, like make:cms-scaffold', async () => {
    const cwd = await aSite();
    await run(cwd);
    expect(await runCms(['make:cms-scaffold', 'BlogScaffold'], { cwd })).toMatchObject({ code: 0 });
    const { config } = ts.readConfigFile(join(cwd, 'tsconfig.json'), ts.sys.readFile);
    const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, cwd);
    expect(fileNames).toContain(join(cwd, 'src/fixtures/GeneratedScaffold.ts'));
    expect(fileNames).toContain(join(cwd, 'scaffolds/BlogScaffold.ts'));
  });

  test('accepts a name that the file also imports', async () => {
    const cwd = await aSite();
    expect(await run(cwd, '-o', 'Site.ts')).toMatchObject({ code: 0 });
    const load = await runCms(['scaffold:load', 'Site.ts'], { cwd });
    expect(load.stdout).toContain('created nothing');
    expect(await readFile(join(cwd, 'Site.ts'), 'utf8')).toContain(' as Site, ');
  });

  test('accepts the namespace of the original as the folder itself, and its full name', async () => {
    const cwd = await aSite();
    const options = ['-o', 'fixtures/Blog.ts', '--namespace', 'App\\DataFixtures'];
    const { stdout } = await runCms(['cms:api-components:generate-fixtures', ...options], { cwd });
    expect(stdout).toBe(writtenTo('fixtures', 'Blog'));
  });

  test.each([
    ['my-site.ts', 'my-site'],
    ['fixtures/1st.ts', '1st'],
    ['Blog.php', 'Blog.php'],
  ])('refuses the output %s and writes nothing', async (output, name) => {
    const cwd = await aSite();
    const before = await readdir(cwd, { recursive: true });
    const { code, stdout, stderr } = await run(cwd, '--output', output);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `The output file name "${name}" is not a valid name, and the scaffold is named after it. Use letters, digits and "_", for example MySite.ts.\n`,
    );
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });

  test.each([['my-site'], ['a..b'], ['../up'], [''], ['a/'], ['a.class']])(
    'refuses the namespace "%s" and writes nothing',
    async (namespace) => {
      const cwd = await aSite();
      const before = await readdir(cwd, { recursive: true });
      const { code, stdout, stderr } = await run(cwd, '--namespace', namespace);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(`"${namespace}" is not a valid namespace.\n`);
      expect(await readdir(cwd, { recursive: true })).toEqual(before);
    },
  );

  test('accepts a reserved word as a name, and the file can be loaded', async () => {
    const cwd = await aSite();
    const { code, stdout } = await run(cwd, '--output', 'fixtures/export.ts');
    expect({ code, stdout }).toEqual({ code: 0, stdout: writtenTo('fixtures', 'export') });
    const loaded = await runCms(['scaffold:load', 'fixtures/export.ts'], { cwd });
    expect(loaded).toMatchObject({ code: 0, stdout: expect.stringContaining('created nothing') });
  });

  test('overwrites an earlier file, and keeps it if writing fails', async () => {
    const cwd = await aSite();
    await mkdir(join(cwd, 'src/fixtures'), { recursive: true });
    const file = join(cwd, 'src/fixtures/GeneratedScaffold.ts');
    await writeFile(file, 'earlier');
    await mkdir(join(cwd, 'taken/GeneratedScaffold.ts'), { recursive: true });
    const failed = await run(cwd, '-o', 'taken/GeneratedScaffold.ts');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(
      /\/taken\/GeneratedScaffold\.ts is a folder\. Name a file with --output\.\n$/,
    );
    expect(await readdir(join(cwd, 'taken'), { recursive: true })).toEqual(['GeneratedScaffold.ts']);
    expect(await readFile(file, 'utf8')).toBe('earlier');
    expect((await run(cwd)).code).toBe(0);
    expect(await readFile(file, 'utf8')).toContain('defineScaffold');
  });

  test('reports a full disk, and leaves no partial file', async () => {
    const cwd = await aSite();
    await writeFile(join(cwd, 'long.ts'), LONG);
    expect(await runCms(['scaffold:load', 'long.ts'], { cwd })).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await runLimited(cwd, ['generate-fixtures', '-o', 'full/Site.ts']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Cannot access \S+\/full\/Site\.ts: the file would exceed the size limit of this account\./,
    );
    expect(await readdir(join(cwd, 'full'))).toEqual([]);
  });
});

/** Far more text than the limit below. */
const LONG = `import { defineScaffold, resource } from 'cms-api-components';
export default defineScaffold((site) => {
  site.persist(resource('SiteConfigParameter', { key: 'long', value: 'x'.repeat(2_000_000) }));
});
`;

/** Runs the command with a file size limit of 1 MiB. */
async function runLimited(cwd: string, args: readonly string[]): Promise<CommandResult> {
  const quoted = [process.execPath, CMS, ...args].map((part) => `'${part}'`).join(' ');
  const child = spawn('bash', ['-c', `ulimit -f 1024; exec ${quoted}`], { cwd });
  return resultOf(child);
}
