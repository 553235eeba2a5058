import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { form, picture } from '../uploads/support.js';
import { ADMIN, type FilesApp, PATH, startFilesApp } from './files-support.js';

let app: FilesApp;
afterEach(() => app.close());

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-shared-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
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
});
