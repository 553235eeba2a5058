import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GeneratorError, StaleOutputError } from '../../../../generator/errors.js';
import { check, generate } from '../../../../generator/generate.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cms-copies-'));
  await write('site/schemas/Headline.json', component('Headline'));
  await write('site/schemas/Quote.json', component('Quote'));
});
afterEach(() => rm(root, { recursive: true }));

const component = (title: string): string =>
  JSON.stringify({
    title,
    type: 'object',
    'x-resource': 'component',
    properties: { text: { type: 'string' } },
  });

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const configure = (client: object): Promise<void> =>
  write('site/cms.config.json', JSON.stringify({ website_name: 'Site', client }));
const options = () => ({ projectRoot: join(root, 'site'), readsConfiguration: true });
const run = () => generate(options());

describe('client.out', () => {
  test('copies the client and the types into each configured folder, also in other repositories', async () => {
    await configure({ out: ['../front-end/cms', 'app/cms'] });
    const { copies } = await run();
    expect(copies.written).toEqual(
      expect.arrayContaining(['../front-end/cms/client/index.js', 'app/cms/types/headline.d.ts']),
    );
    for (const place of ['front-end/cms', 'site/app/cms'])
      for (const file of ['client/resources.js', 'client/schemas/headline.js', 'types/index.d.ts'])
        expect(await read(`${place}/${file}`)).toBe(await read(`site/generated/${file}`));
    expect((await run()).copies).toEqual({ written: [], deleted: [] });
  });

  test('is one folder or a list', async () => {
    await configure({ out: '../front-end/cms' });
    await run();
    expect(await readdir(join(root, 'front-end/cms'))).toEqual(['.generated-files.json', 'client', 'types']);
  });

  test('restores changed or deleted copies, and deletes files of removed types', async () => {
    await configure({ out: '../front-end/cms' });
    await run();
    await rm(join(root, 'front-end/cms/types'), { recursive: true });
    await write('front-end/cms/client/core.js', '// changed');
    await write('front-end/cms/client/own.js', '// theirs');
    await rm(join(root, 'site/schemas/Quote.json'));
    const { copies } = await generate({ ...options(), allowDestructive: true });
    expect(copies.deleted).toContain('../front-end/cms/client/schemas/quote.js');
    expect(await read('front-end/cms/client/core.js')).toBe(await read('site/generated/client/core.js'));
    expect(await read('front-end/cms/client/own.js')).toBe('// theirs');
    expect(await read('front-end/cms/types/index.d.ts')).not.toContain('Quote');
  });

  test('never overwrites a file that it did not write', async () => {
    await configure({ out: '../front-end' });
    await write('front-end/client/index.js', '// theirs');
    await expect(run()).rejects.toThrow(GeneratorError);
    await expect(run()).rejects.toThrow('../front-end/client/index.js is not a generated file');
    expect(await readdir(join(root, 'front-end'))).toEqual(['client']);
    expect(await read('front-end/client/index.js')).toBe('// theirs');
  });

  test('deletes nothing if the list of its files cannot be read', async () => {
    await configure({ out: '../front-end/cms' });
    await run();
    await write('front-end/cms/.generated-files.json', '<<<<<<< conflict');
    await rm(join(root, 'site/schemas/Quote.json'));
    const { copies } = await generate({ ...options(), allowDestructive: true });
    expect(copies.deleted).toEqual([]);
  });

  test('is included in the comparison of --check', async () => {
    await configure({ out: '../front-end/cms' });
    await run();
    await check(options());
    await write('front-end/cms/client/core.js', '// changed');
    await expect(check(options())).rejects.toThrow(StaleOutputError);
    await expect(check(options())).rejects.toThrow('../front-end/cms/client/core.js');
  });
});

describe('client.bindings', () => {
  test.each([
    [undefined, []],
    [['react'], ['react.d.ts', 'react.js']],
    [
      ['vue', 'react'],
      ['react.d.ts', 'react.js', 'vue.d.ts', 'vue.js'],
    ],
  ])('%j results in %j', async (bindings, files) => {
    await configure({});
    await run();
    await configure(bindings === undefined ? {} : { bindings });
    await run();
    const found = await readdir(join(root, 'site/generated/client'));
    expect(found.filter((name) => /^(?:react|vue)\./.test(name))).toEqual(files);
  });
});
