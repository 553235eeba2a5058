import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../uploads/bucket.js';
import { form, picture } from '../uploads/support.js';
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
