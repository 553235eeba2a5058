import { link, mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../uploads/bucket.js';
import { dataUri, form, picture } from '../uploads/support.js';
import { ADMIN, type FilesApp, PATH, startFilesApp } from './files-support.js';

const BROCHURE = { documentFile: 'data:text/plain,first', publishedAt: '2020-01-01T00:00:00Z' };

let app: FilesApp;
afterEach(() => app.close());

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-shared-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Nothing is orphaned, and a deletion of everything takes nothing. */
async function expectNoOrphans(): Promise<void> {
  expect(await app.scanned()).toMatchObject({ orphanedFiles: [], unknownFiles: [], missingFiles: [] });
  const answer = await app.post(`${PATH}/delete`, { all: true }, ADMIN);
  expect(answer.body).toEqual({ deleted: [], rejected: [] });
  expect(await app.lost()).toEqual([]);
}

describe('files that two filesystems have', () => {
  test('are under way on both while an upload to one of them is', async () => {
    const root = await aFolder();
    const filesystems = { public: { driver: 'local', root }, private: { driver: 'local', root } };
    app = await startFilesApp('local', {}, { config: { filesystems } });
    const storage = app.storage('public');
    const write = storage.write.bind(storage);
    storage.write = async (...file) => {
      await write(...file);
      const answer = await app.post(`${PATH}/delete`, { all: true }, ADMIN);
      expect(answer.body).toEqual({ deleted: [], rejected: [] });
    };
    const created = await app.upload(
      '/component/images/upload',
      form({ file: [await picture(9, 9), 'sea.png'] }),
    );
    expect(created.status, created.text).toBe(201);
    expect(await app.lost()).toEqual([]);
  });

  test('are known as such in buckets of one name, however their addresses are written', async () => {
    const bucket = await startBucket();
    onTestFinished(() => bucket.close());
    const address = new URL(bucket.publicUrl).origin;
    const common = { driver: 's3', bucket: 'files', region: 'us-east-1', force_path_style: true };
    const filesystems = {
      public: { ...common, endpoint: address, prefix: 'site' },
      private: { ...common, endpoint: `${address}/`, prefix: 'site/within' },
    };
    app = await startFilesApp('local', {}, { config: { filesystems }, env: bucket.options.env ?? {} });
    await app.create('/component/brochures', BROCHURE);
    await expectNoOrphans();
  });
});

describe('files with several paths', () => {
  test('are not orphaned when the filesystem of their records is a link into another one', async () => {
    const root = await aFolder();
    await mkdir(join(root, 'all/within'), { recursive: true });
    await symlink(join(root, 'all/within'), join(root, 'link'));
    const filesystems = {
      public: { driver: 'local', root: join(root, 'all') },
      private: { driver: 'local', root: join(root, 'link') },
    };
    app = await startFilesApp('local', {}, { config: { filesystems } });
    const cover = dataUri('image/png', await picture(20, 20));
    await app.create('/component/brochures', { ...BROCHURE, cover });
    expect((await app.stored()).filter((file) => file.includes('media/cache/'))).not.toEqual([]);
    await expectNoOrphans();
    const orphan = await app.place('private', 'left-0a1b2c3d.pdf');
    const { deleted } = (await app.post(`${PATH}/delete`, { all: true }, ADMIN)).body;
    expect(deleted).toContainEqual(orphan);
    expect(await app.has(orphan)).toBe(false);
    expect(await app.lost()).toEqual([]);
  });

  test('are not orphaned when records hold them by a linked folder', async () => {
    app = await startFilesApp('local');
    await app.create('/component/brochures', BROCHURE);
    await rename(join(app.folders.private, 'docs'), join(app.folders.private, 'archive'));
    await symlink('archive', join(app.folders.private, 'docs'));
    expect(await app.scanned()).toMatchObject({ orphanedFiles: [], unknownFiles: [], missingFiles: [] });
    const [file = ''] = await app.stored();
    const path = file.slice('private:'.length);
    const answer = await app.post(`${PATH}/delete`, { paths: [path] }, ADMIN);
    expect(answer.body).toEqual({ deleted: [], rejected: [{ path, reason: 'not_orphaned' }] });
    expect(await app.has({ adapter: 'private', path })).toBe(true);
  });

  test('are not orphaned when they are kept by one of them', async () => {
    app = await startFilesApp('local', { excluded_paths: ['legacy/'] });
    const { path } = await app.place('private', 'legacy/plan-0a1b2c3d.pdf');
    await link(join(app.folders.private, path), join(app.folders.private, 'plan-0a1b2c3d.pdf'));
    await expectNoOrphans();
  });

  test('and links that lead round in circles or out of the filesystem are not followed', async () => {
    const outside = await aFolder();
    app = await startFilesApp('local');
    const orphan = await app.place('private', 'plan-0a1b2c3d.pdf');
    const folder = app.folders.private;
    await symlink('.', join(folder, 'round'));
    await symlink('loop-0a1b2c3d.pdf', join(folder, 'loop-0a1b2c3d.pdf'));
    await symlink(outside, join(folder, 'outside'));
    await symlink('nowhere', join(folder, 'broken-0a1b2c3d.pdf'));
    expect(await app.scanned()).toMatchObject({
      orphanedFiles: [orphan],
      unknownFiles: [],
      missingFiles: [],
    });
  });
});
