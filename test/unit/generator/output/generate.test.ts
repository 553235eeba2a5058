import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { check, generate, watch, StaleOutputError, type WatchOutcome } from '../../../../generator/index.js';
import { loadProject } from '../../../../runtime/project/load-project.js';
import { textHash } from '../../../../generator/text/text-hash.js';

const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

const now = (): Date => new Date('2026-11-22T10:15:00Z');
const INITIAL = 'migrations/20261122T101500_initial.ts';
const title = { title: 'Title', type: 'object', 'x-resource': 'component' };
const heading = { ...title, properties: { text: { type: ['string', 'null'], description: 'Its text.' } } };

async function aProject(schemas: Record<string, object>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'project-'));
  folders.push(root);
  for (const [name, schema] of Object.entries(schemas)) await write(root, name, schema);
  return root;
}

async function write(root: string, name: string, schema: object): Promise<void> {
  await mkdir(dirname(join(root, 'schemas', name)), { recursive: true });
  await writeFile(join(root, 'schemas', name), JSON.stringify(schema));
}

async function readAll(root: string): Promise<Record<string, string>> {
  const folder = join(root, 'generated');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files
    .sort()
    .map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

describe('generate', () => {
  test('writes nothing if nothing changed', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const before = await stat(join(root, 'generated/manifest.ts'));
    const second = await generate({ projectRoot: root });
    expect(second.written).toEqual([]);
    expect(second.migration.files).toEqual([]);
    expect((await stat(join(root, 'generated/manifest.ts'))).mtimeMs).toBe(before.mtimeMs);
  });

  test('writes the same bytes in a project whose files were created in another order', async () => {
    const image = { ...title, title: 'Image' };
    const one = await aProject({ 'Title.json': heading, 'Image.json': image });
    const other = await aProject({ 'Image.json': image, 'Title.json': heading });
    await generate({ projectRoot: one, now });
    await generate({ projectRoot: other, now });
    expect(await readAll(one)).toEqual(await readAll(other));
  });

  test('does not change files of other types for a new type', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const before = await readAll(root);
    await write(root, 'Image.json', { ...title, title: 'Image' });
    const { written } = await generate({ projectRoot: root });
    const after = await readAll(root);
    const own = Object.keys(before).filter((path) => /title|initial/.test(path));
    expect(own.length).toBeGreaterThan(4);
    for (const path of own) expect(after[path]).toBe(before[path]);
    expect(written).toContain('entities/image.ts');
  });

  test('keeps the manifest and the type index after an edit that changes no name', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    await write(root, 'Title.json', { ...heading, description: 'Another one.' });
    const { written } = await generate({ projectRoot: root });
    expect(written.filter((path) => !path.includes('title'))).toEqual(['openapi.json']);
  });

  test('writes the same bytes with and without cached results', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    await write(root, 'Image.json', { ...title, title: 'Image' });
    await generate({ projectRoot: root });
    await expect(check({ projectRoot: root })).resolves.toBeUndefined();
  });

  test('deletes the files of removed types, and keeps unknown files', async () => {
    const root = await aProject({
      'Title.json': heading,
      'Image.json': { ...title, title: 'Image', properties: { alt: { type: 'string', maxLength: 99 } } },
    });
    await generate({ projectRoot: root });
    await writeFile(join(root, 'generated/entities/notes.txt'), 'mine');
    await rm(join(root, 'schemas/Image.json'));
    const { deleted } = await generate({ projectRoot: root, allowDestructive: true });
    expect(deleted).toEqual([
      'client/schemas/image.js',
      'descriptors/image.ts',
      'entities/image.ts',
      'types/image.d.ts',
      'validators/image.ts',
    ]);
    const files = Object.keys(await readAll(root));
    expect(files.filter((path) => !path.startsWith('migrations/') && path.includes('image'))).toEqual([]);
    expect(files).toContain('entities/notes.txt');
  });

  test('deletes nothing outside its folder, whatever the list of generated files contains', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root, now });
    const list = join(root, 'generated/.generated-files.json');
    const owned = {
      generator: 'x',
      files: { '../schemas/Title.json': { hash: 'x' }, [INITIAL]: { hash: 'x' } },
    };
    await writeFile(list, JSON.stringify(owned));
    const { deleted } = await generate({ projectRoot: root });
    expect(deleted).toEqual([]);
    await expect(stat(join(root, 'schemas/Title.json'))).resolves.toBeDefined();
    await expect(stat(join(root, 'generated', INITIAL))).resolves.toBeDefined();
  });

  test('overwrites an edited file', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const before = await readAll(root);
    await writeFile(join(root, 'generated/entities/title.ts'), 'edited');
    const { written } = await generate({ projectRoot: root });
    expect(written).toEqual(['entities/title.ts']);
    expect(await readAll(root)).toEqual(before);
  });

  test('keeps the previous output if a schema is invalid', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const before = await readAll(root);
    await write(root, 'Title.json', { ...heading, 'x-publishabel': true });
    await expect(generate({ projectRoot: root })).rejects.toThrow(/x-publishabel/);
    expect(await readAll(root)).toEqual(before);
  });
});

describe('check', () => {
  test('passes after a run and writes nothing', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const before = await readAll(root);
    await check({ projectRoot: root });
    expect(await readAll(root)).toEqual(before);
  });

  test('reports changed, missing and obsolete files', async () => {
    const root = await aProject({ 'Title.json': heading, 'Image.json': { ...title, title: 'Image' } });
    await generate({ projectRoot: root });
    await rm(join(root, 'schemas/Image.json'));
    await write(root, 'Text.json', { ...title, title: 'Text' });
    await writeFile(join(root, 'generated/entities/title.ts'), 'edited');
    const error: unknown = await check({ projectRoot: root }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StaleOutputError);
    const { files, message } = error instanceof StaleOutputError ? error : { files: [], message: '' };
    expect(files).toEqual(
      expect.arrayContaining(['entities/title.ts', 'entities/text.ts', 'entities/image.ts']),
    );
    expect(message).toContain('- edited');
    expect(message).toContain('cms generate');
  });

  test.each([
    ['contain other statements', (text: string) => text.replace("name: 'titles'", "name: 'headings'")],
    ['contain no data', () => 'edited'],
  ])('reports a migration that was edited to %s, with a fix', async (_name, edit) => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root, now });
    const file = join(root, 'generated', INITIAL);
    const before = await readFile(file, 'utf8');
    await writeFile(file, edit(before));
    expect(await readFile(file, 'utf8')).not.toBe(before);
    await expect(check({ projectRoot: root })).rejects.toThrow(
      `${INITIAL} was edited: restore it from version control`,
    );
  });

  test('accepts a reformatted migration, and one with SQL of the project', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root, now });
    const file = join(root, 'generated', INITIAL);
    const text = await readFile(file, 'utf8');
    const sql = "{ kind: 'sql', text: 'update {titles} set text = null' }";
    const bare = text.replaceAll(/^ *\/\/.*\n/gm, '');
    await writeFile(file, bare.replaceAll(/\n {4,}/g, ' ').replace('up: [', `up: [ ${sql},`));
    await expect(check({ projectRoot: root })).resolves.toBeUndefined();
  });

  test.each([
    [INITIAL, `${INITIAL}: missing`],
    ['migrations/meta/20261122T101500_initial.json', 'meta/20261122T101500_initial.json: missing'],
  ])('fails without %s, and suggests restoring it', async (path, message) => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root, now });
    await rm(join(root, 'generated', path));
    await expect(check({ projectRoot: root })).rejects.toThrow(message);
    await expect(check({ projectRoot: root })).rejects.toThrow('Restore it from version control.');
  });

  test('reports an edited file even if the list of hashes was edited as well', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const [file, list] = [join(root, 'generated/entities/title.ts'), join(root, '.cms/last-run.json')];
    const [before, hashes] = await Promise.all([readFile(file, 'utf8'), readFile(list, 'utf8')]);
    const after = before.replace('STRING', 'BLOB');
    await writeFile(file, after);
    await writeFile(list, hashes.replace(textHash(before), textHash(after)));
    expect(await readFile(list, 'utf8')).not.toBe(hashes);
    await expect(check({ projectRoot: root })).rejects.toThrow(/entities\/title\.ts differs/);
  });
});

describe('a killed run', () => {
  test('leaves a folder that is neither served nor accepted by check until the next run', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    await writeFile(join(root, 'generated/.unfinished'), '');
    await expect(loadProject(root)).rejects.toThrow('run `cms generate` again');
    await expect(check({ projectRoot: root })).rejects.toThrow('.unfinished was left by an interrupted run');
    await generate({ projectRoot: root });
    await expect(check({ projectRoot: root })).resolves.toBeUndefined();
    expect(Object.keys(await readAll(root))).not.toContain('.unfinished');
  });

  test('leaves a marker that exists while files are written', async () => {
    const root = await aProject({ 'Title.json': heading });
    await mkdir(join(root, 'generated/manifest.ts'), { recursive: true });
    await expect(generate({ projectRoot: root })).rejects.toThrow('EISDIR');
    await expect(loadProject(root)).rejects.toThrow('generated/ is incomplete');
  });

  test('leaves partial files that the next run removes, without touching those of active runs', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const draftOf = (pid: number): string =>
      join(root, `generated/types/title.d.ts.${pid}-123e4567-e89b-42d3-a456-426614174000.tmp`);
    await writeFile(draftOf(gone), 'half');
    await writeFile(draftOf(process.pid), 'half');
    await writeFile(join(root, 'generated/.unfinished'), '');
    await generate({ projectRoot: root });
    await expect(readFile(draftOf(gone))).rejects.toThrow('ENOENT');
    expect(await readFile(draftOf(process.pid), 'utf8')).toBe('half');
    await expect(check({ projectRoot: root })).resolves.toBeUndefined();
  });

  test('that wrote nothing leaves a lock that the next run removes', async () => {
    const root = await aProject({ 'Title.json': heading });
    await generate({ projectRoot: root });
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const claim = join(root, `generated/.planning.${gone}-123e4567-e89b-42d3-a456-426614174000.tmp`);
    await writeFile(claim, String(gone));
    await write(root, 'Title.json', { ...heading, description: 'Another.' });
    await generate({ projectRoot: root });
    await expect(readFile(claim)).rejects.toThrow('ENOENT');
  });

  test('two concurrent runs write the same as one', async () => {
    const root = await aProject({ 'Title.json': heading });
    await Promise.all([generate({ projectRoot: root }), generate({ projectRoot: root })]);
    await expect(check({ projectRoot: root })).resolves.toBeUndefined();
  });
});

describe('watch', () => {
  test('generates immediately and after a change, and continues after a broken schema', async () => {
    const root = await aProject({ 'Title.json': heading });
    const outcomes: WatchOutcome[] = [];
    const watcher = watch({ projectRoot: root, withoutMigration: true }, (outcome) => outcomes.push(outcome));
    try {
      await expect.poll(() => outcomes.length).toBeGreaterThan(0);
      await writeFile(join(root, 'schemas/Title.json'), '{ "title": ');
      await expect.poll(() => outcomes.at(-1)?.kind).toBe('failed');
      await write(root, 'Title.json', { ...heading, description: 'Better.' });
      await expect.poll(() => outcomes.at(-1)?.kind).toBe('generated');
      expect(await readFile(join(root, 'generated/types/title.d.ts'), 'utf8')).toContain('/** Better. */');
    } finally {
      await watcher.close();
    }
  });

  test('detects every file that an editor replaces, and a schemas folder that is deleted and recreated', async () => {
    const root = await aProject({ 'Title.json': heading });
    const outcomes: WatchOutcome[] = [];
    const watcher = watch({ projectRoot: root, withoutMigration: true }, (outcome) => outcomes.push(outcome));
    const isServed = (description: string): Promise<boolean> =>
      readFile(join(root, 'generated/types/title.d.ts'), 'utf8').then(
        (text) => text.includes(description),
        () => false,
      );
    try {
      await expect.poll(() => outcomes.length).toBeGreaterThan(0);
      for (const description of ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.']) {
        await writeFile(join(root, 'schemas/draft'), JSON.stringify({ ...heading, description }));
        await rename(join(root, 'schemas/draft'), join(root, 'schemas/Title.json'));
        await expect.poll(() => isServed(description)).toBe(true);
      }
      await rename(join(root, 'schemas'), join(root, 'elsewhere'));
      await expect.poll(() => isServed('')).toBe(false);
      await write(root, 'Title.json', { ...heading, description: 'Back.' });
      await expect.poll(() => isServed('Back.')).toBe(true);
      await write(root, 'Title.json', { ...heading, description: 'Again.' });
      await expect.poll(() => isServed('Again.')).toBe(true);
    } finally {
      await watcher.close();
    }
  });

  test('generates again after the configuration names a missing filesystem', async () => {
    const root = await aProject({ 'Photo.json': photo });
    await writeFile(join(root, 'cms.config.json'), '{}');
    const outcomes: WatchOutcome[] = [];
    const options = { projectRoot: root, readsConfiguration: true };
    const watcher = watch(options, (outcome) => outcomes.push(outcome));
    try {
      await expect.poll(() => outcomes.at(-1)?.kind).toBe('failed');
      await writeFile(
        join(root, 'cms.config.json'),
        '{"filesystems": {"media": {}}, "image_filters": {"small": {}}}',
      );
      await expect.poll(() => outcomes.at(-1)?.kind).toBe('generated');
    } finally {
      await watcher.close();
    }
  });
});

const photo = {
  title: 'Photo',
  type: 'object',
  'x-resource': 'component',
  properties: {
    file: { type: ['string', 'null'], 'x-upload': { adapter: 'media', imagineFilters: ['small'] } },
  },
};

describe('names in the configuration', () => {
  const named = '{"filesystems": {"media": {}}, "image_filters": {"small": {}}}';

  test.each([
    [
      'an unknown filesystem',
      '{"filesystems": {"files": {}}, "image_filters": {"small": {}}}',
      { place: 'adapter', hint: 'use one of: files' },
    ],
    [
      'a filesystem other than the default',
      '{"image_filters": {"small": {}}}',
      { place: 'adapter', hint: 'use one of: public' },
    ],
    [
      'an unknown image filter',
      '{"filesystems": {"media": {}}}',
      { place: 'imagineFilters/0', hint: '"image_filters"' },
    ],
  ])('%s is reported with its path and a suggestion', async (_name, config, { place, hint }) => {
    const root = await aProject({ 'Photo.json': photo });
    await writeFile(join(root, 'cms.config.json'), config);
    const run = generate({ projectRoot: root, readsConfiguration: true });
    await expect(run).rejects.toThrow(`schemas/Photo.json#/properties/file/x-upload/${place}`);
    await expect(run).rejects.toThrow(hint);
  });

  test.each([
    ['missing', undefined],
    ['broken', '{'],
  ])('a %s configuration validates no names', async (_name, config) => {
    const root = await aProject({ 'Photo.json': photo });
    if (config !== undefined) await writeFile(join(root, 'cms.config.json'), config);
    await expect(generate({ projectRoot: root, readsConfiguration: true })).resolves.toBeDefined();
  });

  test('a removed filesystem is detected although no schema file changed', async () => {
    const root = await aProject({ 'Photo.json': photo });
    await writeFile(join(root, 'cms.config.json'), named);
    const options = { projectRoot: root, readsConfiguration: true };
    await generate(options);
    expect(Object.keys((await generate(options)).timings)).toEqual(['load', 'compare']);
    await writeFile(join(root, 'cms.config.json'), named.replace('media', 'files'));
    await expect(generate(options)).rejects.toThrow('The file system "media" is not configured.');
  });
});
