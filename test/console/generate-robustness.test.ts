import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCms, startCms } from './run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** `.ci/run` runs fewer of them, `.ci/nightly` more. */
const KILLS = Number(process.env['GENERATE_KILLS'] ?? 6);
const TYPES = 30;

async function writeTypes(root: string, description: string): Promise<void> {
  await mkdir(join(root, 'schemas'), { recursive: true });
  for (let index = 0; index < TYPES; index += 1) {
    const type = { title: `Type${index}`, type: 'object', 'x-resource': 'component', description };
    await writeFile(join(root, `schemas/Type${index}.json`), JSON.stringify(type));
  }
}

async function filesOf(root: string): Promise<Record<string, string>> {
  const folder = join(root, 'generated');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      paths.sort().map(async (path) => [path.slice(folder.length), await readFile(path, 'utf8')]),
    ),
  );
}

async function generateKilledAfter(root: string, milliseconds: number): Promise<void> {
  const child = startCms(['generate'], { cwd: root });
  const ended = new Promise((resolve) => child.once('close', resolve));
  setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await ended;
}

describe('generate', () => {
  test('never leaves a state that check accepts wrongly if it is killed, and the next run repairs it', async () => {
    const root = await temporaryFolder();
    await writeTypes(root, 'First.');
    const started = performance.now();
    expect((await runCms(['generate'], { cwd: root })).code).toBe(0);
    const whole = performance.now() - started;
    for (let round = 1; round <= KILLS; round += 1) {
      await writeTypes(root, `Round ${round}.`);
      await generateKilledAfter(root, (whole * round) / KILLS);
      const { code } = await runCms(['generate', '--check'], { cwd: root });
      const types = Object.entries(await filesOf(root)).filter(([path]) => path.startsWith('/types/type'));
      const isWhole = types.every(([, text]) => text.includes(`Round ${round}.`));
      if (!isWhole) expect(code).toBe(1);
    }
    expect((await runCms(['generate'], { cwd: root })).code).toBe(0);
    expect((await runCms(['generate', '--check'], { cwd: root })).code).toBe(0);
    const mended = await filesOf(root);
    expect(Object.keys(mended).filter((path) => path.endsWith('.tmp'))).toEqual([]);
    await rm(join(root, 'generated/types'), { recursive: true });
    expect((await runCms(['generate'], { cwd: root })).code).toBe(0);
    expect(await filesOf(root)).toEqual(mended);
  });

  test('writes a valid tree if two commands run at once', async () => {
    const root = await temporaryFolder();
    await writeTypes(root, 'Both.');
    await Promise.all([runCms(['generate'], { cwd: root }), runCms(['generate'], { cwd: root })]);
    expect(await runCms(['generate', '--check'], { cwd: root })).toMatchObject({ code: 0, stderr: '' });
  });

  test('accepts a byte order mark, Windows line ends, a symbolic link and 2,000 values', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'schemas'));
    const type = (title: string, kind: object): string =>
      JSON.stringify({ title, type: 'object', 'x-resource': 'component', properties: { kind } }, null, 2);
    const values = Array.from({ length: 2000 }, (_, index) => `value-${index}`);
    await writeFile(
      join(root, 'schemas/Windows.json'),
      `\uFEFF${type('Windows', { type: 'string' }).replaceAll('\n', '\r\n')}`,
    );
    await writeFile(join(root, 'elsewhere.json'), type('Linked', { type: 'string' }));
    await symlink(join(root, 'elsewhere.json'), join(root, 'schemas/Linked.json'));
    await writeFile(join(root, 'schemas/Choice.json'), type('Choice', { type: 'string', enum: values }));
    expect((await runCms(['generate'], { cwd: root })).code).toBe(0);
    expect((await runCms(['generate', '--check'], { cwd: root })).code).toBe(0);
    const files = await filesOf(root);
    expect(files['/types/windows.d.ts']).not.toContain('\r');
    expect(files['/types/linked.d.ts']).toContain('kind');
    expect(files['/types/choice.d.ts']).toContain("'value-1999'");
  });

  test.each<[string, Record<string, string>, string]>([
    ['invalid JSON', { 'Bad.json': '{\n  "title": "Bad",\n}' }, 'schemas/Bad.json:3:1'],
    [
      'a title that differs from the file name',
      { 'Banner.json': '{"title":"Hero","type":"object","x-resource":"component"}' },
      'schemas/Banner.json#/title',
    ],
    [
      'titles that differ only in case',
      {
        'Banner.json': '{"title":"Banner","type":"object","x-resource":"component"}',
        'BANNER.json': '{"title":"BANNER","type":"object","x-resource":"component"}',
      },
      'schemas/Banner.json',
    ],
  ])('reports %s with its location and writes nothing', async (_name, schemas, place) => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'schemas'));
    for (const [name, text] of Object.entries(schemas)) await writeFile(join(root, 'schemas', name), text);
    const { code, stderr } = await runCms(['generate'], { cwd: root });
    expect(code).toBe(1);
    expect(stderr).toContain(place);
    expect(stderr).not.toMatch(/Unexpected|^ {4}at /m);
    expect(await readdir(root)).toEqual(['schemas']);
  });

  test('accepts an empty schemas folder as a project without types', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'schemas'));
    expect((await runCms(['generate'], { cwd: root })).code).toBe(0);
    expect((await runCms(['generate', '--check'], { cwd: root })).code).toBe(0);
  });

  test('reports a symbolic link without a target', async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, 'schemas'));
    await symlink(join(root, 'nowhere.json'), join(root, 'schemas/Linked.json'));
    const { code, stderr } = await runCms(['generate'], { cwd: root });
    expect(code).toBe(1);
    expect(stderr).toContain(join(root, 'schemas/Linked.json'));
    expect(stderr).toContain('is a broken link');
  });
});
