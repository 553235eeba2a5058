import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Manifest } from '../../../runtime/kernel/contract/schema/manifest.js';
import { form, picture, uploadManifest } from '../uploads/support.js';
import { runCommand } from '../../support/run-command.js';
import { ADMIN, type FilesApp, PATH, startFilesApp } from './files-support.js';

const BROCHURE = { documentFile: 'data:text/plain,first', publishedAt: '2020-01-01T00:00:00Z' };
const ORPHAN = 'left-0a1b2c3d.pdf';

let app: FilesApp;
afterEach(() => app.close());

/** The types of the tests, with all upload fields on one filesystem and below a prefix. */
const prefixed: Manifest = {
  ...uploadManifest,
  resources: uploadManifest.resources.map((resource) => ({
    ...resource,
    fields: resource.fields.map((field) =>
      field.kind === 'upload' ? { ...field, adapter: 'private', prefix: `docs/${field.name}` } : field,
    ),
  })),
};

describe('a scan of files', () => {
  test.each(['local', 's3'] as const)(
    'reads only the filesystems and prefixes of upload fields, on a %s filesystem',
    async (kind) => {
      app = await startFilesApp(kind, {}, { manifest: prefixed });
      const within = await app.place('private', `docs/documentFiles/deep/${ORPHAN}`);
      const direct = await app.place('private', `docs/cover-${ORPHAN}`);
      await app.place('private', `docs/${ORPHAN}`);
      await app.place('private', ORPHAN);
      await app.place('public', `docs/cover-${ORPHAN}`);
      const orphanedFiles = [direct, within];
      expect(await app.scanned()).toMatchObject({ orphanedFiles, unknownFiles: [], missingFiles: [] });
      const paths = [`docs/${ORPHAN}`, ORPHAN];
      const answer = await app.post(`${PATH}/delete`, { paths }, ADMIN);
      const rejected = paths.map((path) => ({ path, reason: 'not_orphaned' }));
      expect(answer.body).toEqual({ deleted: [], rejected });
    },
  );

  test('skips variants in the configured location, and not in a previous one', async () => {
    app = await startFilesApp('local', {}, { config: { image_cache_prefix: '/thumbs/' } });
    const created = await app.upload(
      '/component/images/upload',
      form({ file: [await picture(90, 60), 'sea.png'] }),
    );
    expect(created.status, created.text).toBe(201);
    expect((await app.stored()).filter((file) => file.startsWith('public:thumbs/'))).toHaveLength(1);
    const before = await app.place('public', `media/cache/thumbnail/${ORPHAN}`);
    await app.place('public', `thumbs/square/${ORPHAN}`);
    const other = await app.place('public', `thumbs-${ORPHAN}`);
    expect(await app.scanned()).toMatchObject({ orphanedFiles: [before, other], unknownFiles: [] });
  });

  test('finds nothing in folders that no upload has created yet', async () => {
    app = await startFilesApp('local');
    const lists = { orphanedFiles: [], unknownFiles: [], missingFiles: [] };
    expect(await app.scanned()).toMatchObject(lists);
    expect((await app.post(`${PATH}/delete`, { all: true }, ADMIN)).body).toEqual({
      deleted: [],
      rejected: [],
    });
  });

  test('ignores files with a future date if there is a minimum age', async () => {
    app = await startFilesApp('local', { minimum_age: 1 });
    const { path } = await app.place('private', ORPHAN);
    const tomorrow = new Date(Date.now() + 86_400_000);
    await utimes(join(app.folders.private, path), tomorrow, tomorrow);
    expect(await app.scanned()).toMatchObject({ orphanedFiles: [], unknownFiles: [] });
  });

  test('that cannot read a filesystem completely changes neither report nor files, and is repeated later', async () => {
    app = await startFilesApp('local');
    await app.create('/component/brochures', BROCHURE);
    const orphan = await app.place('private', ORPHAN);
    await app.scanned();
    const read = async () => (await app.get(PATH, ADMIN)).body;
    const before = await read();
    const later = await app.place('public', ORPHAN);
    const storage = app.storage('private');
    const list = storage.list.bind(storage);
    storage.list = async function* (prefix) {
      yield* list(prefix);
      throw new Error('the bucket is away');
    };
    expect((await app.post(`${PATH}/scan`, undefined, ADMIN)).status).toBe(202);
    expect((await app.post(`${PATH}/delete`, { all: true }, ADMIN)).status).toBe(500);
    await expect(runCommand(app, 'scan-orphaned-files')).rejects.toThrow('away');
    expect([await read(), await app.has(orphan), await app.has(later)]).toEqual([before, true, true]);
    storage.list = list;
    await expect.poll(read, { timeout: 10_000 }).toMatchObject({ orphanedFiles: [orphan, later] });
    expect(await app.lost()).toEqual([]);
  });
});

test('an upload whose first file another process has treated as an orphan writes nothing', async () => {
  app = await startFilesApp('local');
  const storage = app.storage('private');
  const write = storage.write.bind(storage);
  storage.write = async (path, ...rest) => {
    await write(path, ...rest);
    // Simulates the scan of another process when the second file takes longer than the minimum age.
    for (const first of await app.files('private')) if (first !== path) await storage.remove(first);
  };
  const files = { documentFile: ['first', 'first.txt'], cover: [await picture(9, 9), 'second.png'] } as const;
  const answer = await app.upload('/component/brochures/upload', form(files));
  expect(answer.status, answer.text).toBe(409);
  expect((await app.get('/component/brochures', ADMIN)).body.totalItems).toBe(0);
  expect(await app.stored()).toEqual([]);
});
