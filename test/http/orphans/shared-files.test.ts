import { link, mkdir, mkdtemp, rename, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { FILE_INFO_TABLE } from '../../../runtime/features/uploads/tables.js';
import { startBucket } from '../uploads/bucket.js';
import { dataUri, form, picture } from '../uploads/support.js';
import { ADMIN, type FilesApp, PATH, startFilesApp } from './files-support.js';

const BROCHURE = { documentFile: 'data:text/plain,first', publishedAt: '2020-01-01T00:00:00Z' };
const HOUR_AGO = new Date(Date.now() - 3_601_000);

let app: FilesApp;
afterEach(() => app.close());

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-shared-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Expects no orphans, and a deletion of everything that deletes nothing. */
async function expectNoOrphans(): Promise<void> {
  expect(await app.scanned()).toMatchObject({ orphanedFiles: [], unknownFiles: [], missingFiles: [] });
  const answer = await app.post(`${PATH}/delete`, { all: true }, ADMIN);
  expect(answer.body).toEqual({ deleted: [], rejected: [] });
  expect(await app.lost()).toEqual([]);
}

describe('files on two filesystems', () => {
  test('are in progress on both while an upload to one of them is', async () => {
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

  test('are recognized in buckets with one name, however their addresses are written', async () => {
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

  test('are deleted with their variants on each', async () => {
    app = await startFilesApp('local');
    const paths = [
      'sea-0a1b2c3d.png',
      'media/cache/thumbnail/sea-0a1b2c3d.png',
      'media/cache/square/sea-0a1b2c3d.png',
    ];
    for (const adapter of ['private', 'public'] as const)
      for (const path of paths) await app.place(adapter, path);
    const answer = await app.post(`${PATH}/delete`, { paths: ['sea-0a1b2c3d.png'] }, ADMIN);
    expect(answer.body.deleted).toHaveLength(2);
    expect(await app.stored()).toEqual([]);
  });

  test('keep their row of the file-info table if one of them is too new to be deleted', async () => {
    app = await startFilesApp('local', { minimum_age: 3600 });
    const path = 'imported by hand.txt';
    const old = await app.place('public', path);
    const young = await app.place('private', path);
    const age = (file: typeof old, root: string) => utimes(join(root, file.path), HOUR_AGO, HOUR_AGO);
    await age(old, app.folders.public);
    const { database } = app.app;
    await database.transaction((session) =>
      session.run(
        `insert into ${session.table(FILE_INFO_TABLE)} (id, path, mime_type, file_size) values (:id, :path, 'text/plain', 1)`,
        { id: '3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10', path },
      ),
    );
    const deleteAll = async () => (await app.post(`${PATH}/delete`, { all: true }, ADMIN)).body;
    expect(await deleteAll()).toEqual({ deleted: [old], rejected: [] });
    await age(young, app.folders.private);
    expect(await deleteAll()).toEqual({ deleted: [young], rejected: [] });
    expect(await database.all(`select t.id from ${database.table(FILE_INFO_TABLE)} t`)).toEqual([]);
  });
});

describe('files with several paths', () => {
  test('are not orphaned if the filesystem of their records is a link into another one', async () => {
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

  test('are not orphaned if records reference them through a linked folder', async () => {
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

  test('are not orphaned if one of the paths is referenced', async () => {
    app = await startFilesApp('local', { excluded_paths: ['legacy/'] });
    const { path } = await app.place('private', 'legacy/plan-0a1b2c3d.pdf');
    await link(join(app.folders.private, path), join(app.folders.private, 'plan-0a1b2c3d.pdf'));
    await expectNoOrphans();
  });

  test('are found only through links within the filesystem that form no cycle', async () => {
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
