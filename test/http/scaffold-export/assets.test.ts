import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFixtures } from '../../../runtime/console/write-fixtures.js';
import { form, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { manifest as sampleManifest } from '../../../generated/manifest.js';
import { exportOf } from './exported-site.js';

const BLACK = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const RED = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let site: UploadsApp;
let copy: UploadsApp;
beforeAll(async () => {
  site = await startUploadsApp({ manifest: sampleManifest });
  copy = await startUploadsApp({ manifest: sampleManifest });
  const layout = await site.create('/_/layouts', { reference: 'main', uiComponent: 'CwaLayoutPrimary' });
  const location = layout['@id'];
  const group = await site.create('/_/component_groups', {
    ...{ reference: `top_${location}`, location, layouts: [location] },
  });
  const pictures = [
    ['A picture.gif', BLACK],
    ['A picture.gif', RED],
    ['other.gif', BLACK],
  ] as const;
  for (const [name, bytes] of pictures) {
    const { body } = await site.upload('/component/images/upload', form({ file: [bytes, name] }));
    const component = String(body['@id']);
    await site.create('/_/component_positions', { componentGroup: group['@id'], component });
  }
});
afterAll(async () => {
  await site.close();
  await copy.close();
});

describe('stored files', () => {
  test('are copied to assets/ without their tokens, with -2 for an existing name, and load with their bytes', async () => {
    const { root, source, assets, gaps, load } = await exportOf(site);
    expect(gaps).toEqual([]);
    expect(assets).toEqual({ folder: join(root, 'src/fixtures/assets'), files: 3 });
    const names = ['a-picture-2.gif', 'a-picture.gif', 'other.gif'];
    expect((await readdir(assets.folder)).sort()).toEqual(names);
    for (const name of names) expect(source).toContain(`localFile('src/fixtures/assets/${name}')`);
    await load({ app: copy.app });
    const bytes = async (app: UploadsApp): Promise<readonly string[]> => {
      const paths = await app.files('public');
      const files = paths.map((path) => readFile(join(app.folders.public, path)));
      return (await Promise.all(files)).map(hashOf).sort();
    };
    expect(await bytes(copy)).toEqual(await bytes(site));
  });

  test('never overwrite a file: one with the same bytes is reused', async () => {
    const first = await exportOf(site);
    const folder = first.assets.folder;
    await writeFile(join(folder, 'other.gif'), 'mine');
    await mkdir(join(folder, 'other-2.gif'));
    const path = join(first.root, 'src/fixtures/Again.ts');
    await writeFixtures(site.app, { path, name: 'Again' }, { projectRoot: first.root });
    expect((await readdir(folder)).sort()).toEqual([
      ...['a-picture-2.gif', 'a-picture.gif', 'other-2.gif', 'other-3.gif', 'other.gif'],
    ]);
    expect(await readFile(join(folder, 'other.gif'), 'utf8')).toBe('mine');
    expect(await readFile(path, 'utf8')).toContain("localFile('src/fixtures/assets/other-3.gif')");
    expect(await readdir(join(first.root, 'src/fixtures'))).toEqual([
      'Again.ts',
      'GeneratedScaffold.ts',
      'assets',
    ]);
  });
});
