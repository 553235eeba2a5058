import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { FILE_INFO_TABLE } from '../../../runtime/features/uploads/tables.js';
import type { StorageKind } from '../uploads/storages.js';
import { callCommand, commandOf, runCommand } from '../../support/run-command.js';
import { dataUri, form, picture } from '../uploads/support.js';
import { ADMIN, type FilesApp, PATH, startFilesApp } from './files-support.js';

const BROCHURES = '/component/brochures';
const IMAGES = '/component/images';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };
const ORPHAN = 'docs/brochures/prices-0a1b2c3d.pdf';

let app: FilesApp;
afterEach(() => app.close());

/** Creates a picture that no row references any more; its row in the file-info table and its variants still exist. */
async function aLostPicture(): Promise<string> {
  const created = await app.upload(`${IMAGES}/upload`, form({ file: [await picture(90, 60), 'lost.png'] }));
  expect(created.status, created.text).toBe(201);
  const { database } = app.app;
  const { path } = (await database.first<{ path: string }>(
    `select t.filename as path from ${database.table('images')} t where t.filename like 'lost-%'`,
  ))!;
  await database.transaction((session) =>
    session.run(`update ${session.table('images')} set filename = null where filename = :path`, { path }),
  );
  return path;
}

async function infoRows(path: string): Promise<number> {
  const { database } = app.app;
  const rows = await database.all(
    `select t.id from ${database.table(FILE_INFO_TABLE)} t where t.path = :path`,
    { path },
  );
  return rows.length;
}

describe('orphaned files', () => {
  test.each([
    ['GET', PATH],
    ['POST', `${PATH}/scan`],
    ['POST', `${PATH}/delete`],
  ])('%s %s requires an administrator', async (method, path) => {
    app = await startFilesApp('local');
    const send = (as: 'anonymous' | 'user') =>
      method === 'GET' ? app.get(path, { as }) : app.post(path, { all: true }, { as });
    expect((await send('anonymous')).status).toBe(401);
    expect((await send('user')).status).toBe(403);
  });

  test('have no report before the first scan, and afterwards the latest one, which is not cached', async () => {
    app = await startFilesApp('local');
    const none = await app.get(PATH, ADMIN);
    expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
    await app.scanned();
    const orphan = await app.place('private', ORPHAN);
    const strange = await app.place('public', 'from/elsewhere.txt');
    await app.scanned();
    const answer = await app.get(PATH, ADMIN);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body).toEqual({
      '@context': '/_api/contexts/OrphanedFiles',
      '@id': '/_api/_/orphaned_files',
      '@type': 'OrphanedFiles',
      generatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/) as string,
      ...{ orphanedFiles: [orphan], unknownFiles: [strange] },
      ...{ missingFiles: [], invalidFiles: [] },
    });
  });

  test('are scanned with a progress message before the first file is read', async () => {
    app = await startFilesApp('local');
    const shown: string[] = [];
    await callCommand(commandOf(app, 'scan-orphaned-files'), [], {
      service: app.app,
      progress: (text) => void shown.push(text),
    });
    expect(shown).toEqual(['Scanning stored files ...']);
  });

  test('are counted by scan-orphaned-files, which lists them on request, stores the report and deletes nothing', async () => {
    app = await startFilesApp('local');
    const counts = ['Orphaned files: 1', 'Unknown files: 1', 'Missing files: 1', 'Invalid files: 0'];
    const orphan = await app.place('private', ORPHAN);
    await app.place('public', 'from/elsewhere.txt');
    const { '@id': brochure } = await app.create(BROCHURES, {
      ...PUBLISHED,
      documentFile: 'data:text/plain,gone',
    });
    const { database } = app.app;
    const { path } = (await database.first<{ path: string }>(
      `select t.document_path as path from ${database.table('brochures')} t`,
    ))!;
    await app.storage('private').remove(path);
    expect(await runCommand(app, 'scan-orphaned-files')).toEqual(counts);
    expect(await runCommand(app, 'scan-orphaned-files', ['--verbose'])).toEqual([
      ...['Orphaned files: 1', `  private: ${ORPHAN}`],
      ...['Unknown files: 1', '  public: from/elsewhere.txt'],
      ...['Missing files: 1', `  private: ${path} (${brochure})`],
      'Invalid files: 0',
    ]);
    expect((await app.get(PATH, ADMIN)).body).toMatchObject({ orphanedFiles: [orphan] });
    expect(await app.has(orphan)).toBe(true);
  });

  test('exclude those modified less than the minimum age ago', async () => {
    app = await startFilesApp('local', { minimum_age: 3600 });
    const old = await app.place('private', ORPHAN);
    await app.place('private', 'young-0a1b2c3d.pdf');
    await app.place('private', 'young.pdf');
    const hourAgo = new Date(Date.now() - 3_601_000);
    await utimes(join(app.folders.private, old.path), hourAgo, hourAgo);
    expect(await app.scanned()).toMatchObject({ orphanedFiles: [old], unknownFiles: [] });
  });

  test.each([
    {},
    { all: false },
    { all: true, paths: [ORPHAN] },
    { paths: [] },
    { paths: [ORPHAN, ' '] },
    { paths: ORPHAN },
    { paths: [1] },
  ])('are not deleted by %j, which results in 422', async (body) => {
    app = await startFilesApp('local');
    const orphan = await app.place('private', ORPHAN);
    expect((await app.post(`${PATH}/delete`, body, ADMIN)).status).toBe(422);
    expect(await app.has(orphan)).toBe(true);
  });

  test('on a failing filesystem are delete_failed, also with all: true, and the others are deleted', async () => {
    app = await startFilesApp('local');
    const stays = await app.place('private', ORPHAN);
    const goes = await app.place('public', 'banner-0a1b2c3d.png');
    const storage = app.storage('private');
    const remove = storage.remove.bind(storage);
    storage.remove = async () => Promise.reject(new Error('read-only'));
    const answer = await app.post(`${PATH}/delete`, { all: true }, ADMIN);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ deleted: [goes], rejected: [{ path: ORPHAN, reason: 'delete_failed' }] });
    storage.remove = remove;
    expect((await app.get(PATH, ADMIN)).body).toMatchObject({ orphanedFiles: [stays] });
    expect([await app.has(stays), await app.has(goes)]).toEqual([true, false]);
  });

  test('are not listed again by a scan that had read them before a deletion', async () => {
    app = await startFilesApp('local');
    await app.place('private', ORPHAN);
    const storage = app.storage('private');
    const list = storage.list.bind(storage);
    const steps = new EventEmitter();
    const listed = once(steps, 'listed');
    const deleted = once(steps, 'deleted');
    storage.list = async function* (prefix) {
      storage.list = list;
      yield* list(prefix);
      steps.emit('listed');
      await deleted;
    };
    const scan = app.post(`${PATH}/scan`, undefined, ADMIN);
    await listed;
    const answer = await app.post(`${PATH}/delete`, { all: true }, ADMIN);
    expect(answer.body.deleted).toHaveLength(1);
    const read = async () => (await app.get(PATH, ADMIN)).body;
    const { generatedAt } = await read();
    steps.emit('deleted');
    expect((await scan).status).toBe(202);
    await expect.poll(async () => (await read()).generatedAt).not.toBe(generatedAt);
    expect((await read()).orphanedFiles).toEqual([]);
  });

  test('have one report if many scans and deletions are the first ones', async () => {
    app = await startFilesApp('local');
    await app.place('private', ORPHAN);
    const send = (path: string, body?: JsonObject) => app.post(path, body, ADMIN);
    const answers = await Promise.all([
      ...[send(`${PATH}/delete`, { all: true }), send(`${PATH}/scan`), send(`${PATH}/delete`, { all: true })],
      ...['/_/orphaned_resources/delete', '/_/orphaned_resources/scan', '/_/orphaned_resources/delete'].map(
        (path) => send(path, path.endsWith('scan') ? undefined : { all: true }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 202, 200, 200, 202, 200]);
    await expect.poll(async () => (await app.get(PATH, ADMIN)).status).toBe(200);
  });

  test('of a filesystem within another are compared with the records of both', async () => {
    const root = await mkdtemp(join(tmpdir(), 'cms-nested-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const filesystems = {
      public: { driver: 'local', root: join(root, 'within') },
      private: { driver: 'local', root },
    };
    app = await startFilesApp('local', {}, { config: { filesystems } });
    const created = await app.create(BROCHURES, { documentFile: 'data:text/plain,first', ...PUBLISHED });
    const orphan = await app.place('public', 'inner-0a1b2c3d.png');
    // The record of the outer filesystem references a file in the folder of the inner one.
    const held = await app.place('public', 'held-0a1b2c3d.png');
    const { database } = app.app;
    await database.transaction((session) =>
      session.run(`update ${session.table('brochures')} set cover_path = :path`, {
        path: `within/${held.path}`,
      }),
    );
    const report = await app.scanned();
    expect(report).toMatchObject({ orphanedFiles: [orphan], unknownFiles: [], missingFiles: [] });
    expect((await app.post(`${PATH}/delete`, { all: true }, ADMIN)).body.deleted).toEqual([orphan]);
    expect(await app.has(held)).toBe(true);
    expect((await app.get(`${created['@id']}/download/documentFile`, ADMIN)).text).toBe('first');
  });
});

describe.each<StorageKind>(['local', 's3'])('orphaned files on a %s filesystem', (kind) => {
  test('are files without a row, drafts included, that the service has provably written', async () => {
    app = await startFilesApp(kind);
    const iri = (await app.create(BROCHURES, { documentFile: 'data:text/plain,first', ...PUBLISHED }))['@id'];
    await app.patch(iri, { documentFile: 'data:text/plain,second' }, ADMIN);
    await app.patch(iri, { cover: dataUri('image/png', await picture(20, 20)) }, ADMIN);
    const lost = await aLostPicture();
    const named = await app.place('private', ORPHAN);
    const uuid = await app.place('private', '3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10.txt');
    const strange = await app.place('private', 'notes.txt');
    expect(await app.scanned()).toMatchObject({
      orphanedFiles: [uuid, named, { adapter: 'public', path: lost }],
      unknownFiles: [strange],
      missingFiles: [],
    });
  });

  test('include files that only the file-info table lists, whatever their name', async () => {
    app = await startFilesApp(kind);
    const file = await app.place('public', 'imported by hand.txt');
    const { database } = app.app;
    await database.transaction((session) =>
      session.run(
        `insert into ${session.table(FILE_INFO_TABLE)} (id, path, mime_type, file_size) values (:id, :path, 'text/plain', 1)`,
        { id: '3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10', path: file.path },
      ),
    );
    expect(await app.scanned()).toMatchObject({ orphanedFiles: [file], unknownFiles: [] });
    await app.post(`${PATH}/delete`, { paths: [file.path] }, ADMIN);
    expect([await app.has(file), await infoRows(file.path)]).toEqual([false, 0]);
  });

  test('exclude the prefix of the image cache and the excluded prefixes', async () => {
    app = await startFilesApp(kind, { excluded_paths: ['legacy/', '/manual'] });
    for (const path of [
      `${app.config.imageCachePrefix}/thumbnail/x-0a1b2c3d.png`,
      'legacy/a-0a1b2c3d.pdf',
      'manuals/b.pdf',
    ])
      await app.place('private', path);
    const other = await app.place('private', 'some/legacy/c-0a1b2c3d.pdf');
    expect(await app.scanned()).toMatchObject({ orphanedFiles: [other], unknownFiles: [] });
  });

  test('are listed once per filesystem, and deleted on all of them', async () => {
    app = await startFilesApp(kind);
    const twice = [await app.place('private', ORPHAN), await app.place('public', ORPHAN)];
    expect((await app.scanned()).orphanedFiles).toEqual(twice);
    const answer = await app.post(`${PATH}/delete`, { paths: [ORPHAN] }, ADMIN);
    expect(answer.body).toEqual({ deleted: twice, rejected: [] });
    expect(await app.stored()).toEqual([]);
  });

  test('are deleted with variants and rows, and other files are rejected with the reason', async () => {
    app = await startFilesApp(kind);
    const held = (await app.create(BROCHURES, { documentFile: 'data:text/plain,first', ...PUBLISHED }))[
      '@id'
    ];
    const [kept = ''] = await app.stored();
    const lost = await aLostPicture();
    const strange = await app.place('private', 'notes.txt');
    const left = await app.place('private', ORPHAN);
    expect((await app.stored()).filter((file) => file.includes(lost))).toHaveLength(2);
    const keptPath = kept.slice('private:'.length);
    const body = {
      paths: [lost, lost, keptPath, strange.path, 'nowhere-0a1b2c3d.png', '../x', 'x'.repeat(5000)],
    };
    const answer = await app.post(`${PATH}/delete`, body, ADMIN);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      deleted: [{ adapter: 'public', path: lost }],
      rejected: [
        { path: keptPath, reason: 'not_orphaned' },
        { path: strange.path, reason: 'unknown' },
        { path: 'nowhere-0a1b2c3d.png', reason: 'not_found' },
        { path: '../x', reason: 'not_found' },
        { path: 'x'.repeat(5000), reason: 'not_found' },
      ],
    });
    expect(await app.stored()).toEqual([kept, `private:${strange.path}`, `private:${left.path}`].sort());
    expect(await infoRows(lost)).toBe(0);
    expect((await app.get(PATH, ADMIN)).body).toMatchObject({
      orphanedFiles: [left],
      unknownFiles: [strange],
    });
    expect((await app.get(`${held}/download/documentFile`, ADMIN)).text).toBe('first');
  });

  test('exclude missing files in rows, whose rows are never deleted', async () => {
    app = await startFilesApp(kind);
    const iri = (await app.create(BROCHURES, { documentFile: 'data:text/plain,first', ...PUBLISHED }))['@id'];
    const draft = (await app.patch(iri, { uiComponent: 'Draft' }, ADMIN)).body['@id'] as string;
    const files = await app.stored();
    for (const file of files) await app.storage('private').remove(file.slice('private:'.length));
    const { missingFiles } = await app.scanned();
    expect(missingFiles.map(({ resource }) => resource).sort()).toEqual([draft, iri].sort());
    expect(missingFiles.map(({ adapter, path }) => `${adapter}:${path}`).sort()).toEqual(files);
    await app.post(`${PATH}/delete`, { all: true }, ADMIN);
    expect((await app.get(iri, ADMIN)).status).toBe(200);
    expect((await app.get(PATH, ADMIN)).body.missingFiles).toHaveLength(2);
  });

  test('never include files of uploads and drafts in progress, even without a minimum age', async () => {
    app = await startFilesApp(kind);
    const bytes = await picture(40, 40);
    let isOver = false;
    const deleting = (async () => {
      while (!isOver) expect((await app.post(`${PATH}/delete`, { all: true }, ADMIN)).status).toBe(200);
    })();
    const write = async (): Promise<void> => {
      const created = await app.upload(`${IMAGES}/upload`, form({ file: [bytes, 'sea.png'] }));
      expect(created.status, created.text).toBe(201);
      const brochure = { documentFile: 'data:text/plain,first', cover: dataUri('image/png', bytes) };
      const iri = (await app.create(BROCHURES, { ...brochure, ...PUBLISHED }))['@id'];
      expect((await app.patch(iri, { uiComponent: 'Draft' }, ADMIN)).status).toBe(200);
    };
    for (let round = 0; round < 6; round += 1) await Promise.all([write(), write(), write()]);
    isOver = true;
    await deleting;
    expect(await app.lost()).toEqual([]);
  });
});
