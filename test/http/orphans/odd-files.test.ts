import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runCommand } from '../../support/run-command.js';
import { ADMIN, type FilesApp, PATH, startFilesApp } from './files-support.js';

let app: FilesApp;
afterEach(() => app.close());

describe('files with unusual names', () => {
  test('are unknown if this service could not have written them, and none is ever deleted', async () => {
    app = await startFilesApp('local');
    const names = [
      ...['-0a1b2c3d.pdf', '0a1b2c3d.pdf', 'LOUD-0A1B2C3D.pdf', 'a\tb-0a1b2c3d.pdf'],
      ...['a\nb-0a1b2c3d.pdf', 'a\\b-0a1b2c3d.pdf', 'backup-20240101'],
    ];
    await mkdir(app.folders.private, { recursive: true });
    for (const name of names) await writeFile(join(app.folders.private, name), 'x');
    const files = names
      .map((path) => ({ adapter: 'private', path }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(await app.scanned()).toMatchObject({ orphanedFiles: [], unknownFiles: files });
    const all = await app.post(`${PATH}/delete`, { all: true }, ADMIN);
    expect(all.body).toEqual({ deleted: [], rejected: [] });
    const some = await app.post(`${PATH}/delete`, { paths: names }, ADMIN);
    expect(some.body).toEqual({
      deleted: [],
      rejected: names.map((path) => ({ path, reason: 'unknown' })),
    });
    expect(await app.stored()).toHaveLength(names.length);
  });

  test('are orphaned if their suffix shows who wrote them, and deleted by exactly that name', async () => {
    app = await startFilesApp('local');
    const names = [
      '.hidden-0a1b2c3d.pdf',
      'Größe-0a1b2c3d.pdf',
      'per%20cent-0a1b2c3d.pdf',
      'two words-0a1b2c3d.pdf',
    ];
    for (const name of names) await app.place('private', name);
    expect((await app.scanned()).orphanedFiles.map(({ path }) => path)).toEqual(names);
    const near = ['two%20words-0a1b2c3d.pdf', 'Größe-0a1b2c3d.pdf'.normalize('NFD'), '/.hidden-0a1b2c3d.pdf'];
    const refused = await app.post(`${PATH}/delete`, { paths: near }, ADMIN);
    expect(refused.body).toEqual({
      deleted: [],
      rejected: near.map((path) => ({ path, reason: 'not_found' })),
    });
    const answer = await app.post(`${PATH}/delete`, { paths: names }, ADMIN);
    expect(answer.body.deleted).toHaveLength(names.length);
    expect(await app.stored()).toEqual([]);
  });

  test('take one line each in the output of scan-orphaned-files, and move no cursor', async () => {
    app = await startFilesApp('local');
    await mkdir(app.folders.private, { recursive: true });
    await writeFile(join(app.folders.private, 'a\nMissing files: 0\x1b[2J.txt'), 'x');
    expect(await runCommand(app, 'scan-orphaned-files', ['--verbose'])).toEqual([
      'Orphaned files: 0',
      'Unknown files: 1',
      '  private: a Missing files: 0 [2J.txt',
      'Missing files: 0',
      'Invalid files: 0',
    ]);
  });

  test('are not found through names of folders and of cyclic links', async () => {
    app = await startFilesApp('local');
    await app.place('private', 'docs/plan-0a1b2c3d.pdf');
    await symlink('round', join(app.folders.private, 'round'));
    const paths = ['docs', 'docs/', 'round', 'round/plan-0a1b2c3d.pdf', 'docs/plan-0a1b2c3d.pdf/x'];
    const answer = await app.post(`${PATH}/delete`, { paths }, ADMIN);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.rejected).toEqual(paths.map((path) => ({ path, reason: 'not_found' })));
  });

  test('are not looked up in a bucket if the key would exceed the maximum length', async () => {
    app = await startFilesApp('s3');
    const path = 'x'.repeat(1015);
    const answer = await app.post(`${PATH}/delete`, { paths: [path] }, ADMIN);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({ deleted: [], rejected: [{ path, reason: 'not_found' }] });
  });
});
