import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBackup } from '../../../runtime/console/backup/restore-backup.js';
import type { AppConfig } from '../../../runtime/config/app-config.js';
import { testDatabaseName } from '../../support/database.js';
import { dataUri, picture, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import {
  anEmptyPlace,
  backUp,
  complaintsOf,
  type EmptyPlace,
  MIGRATIONS,
  restoreInto,
} from './restored-site.js';
import { UPLOADS } from '../../../runtime/features/uploads/public-api.js';

const BROCHURES = '/component/brochures';
const PUBLISHED = { publishedAt: '2020-01-01T00:00:00Z' };

let app: UploadsApp;
let place: EmptyPlace;
let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-archives-'));
  file = join(folder, 'site.tar');
  app = await startUploadsApp();
  const cover = dataUri('image/png', await picture(300, 200));
  const documentFile = dataUri('text/plain', 'as it was');
  await app.create(BROCHURES, { documentFile, cover, ...PUBLISHED });
  await backUp(app, file);
  place = await anEmptyPlace(app.config);
});
afterAll(async () => {
  await app.close();
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Returns the path of an archive with changed contents. */
async function changed(change: (archive: Buffer) => Buffer): Promise<string> {
  const other = join(folder, 'changed.tar');
  await writeFile(other, change(await readFile(file)));
  return other;
}

const check = (archive: string, config: AppConfig = place.config, migrations = MIGRATIONS) =>
  checkBackup(archive, { config, migrations });

describe('an archive', () => {
  test('is readable only by its owner, and no temporary file remains', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('that is truncated anywhere is rejected', async () => {
    const { length } = await readFile(file);
    // The last kilobyte ends a tar file; all written entries come before it.
    for (const part of [0.1, 0.35, 0.6, 0.85, 1 - 1_600 / length]) {
      const cut = await changed((archive) => archive.subarray(0, Math.floor(length * part)));
      await expect(check(cut)).rejects.toThrow(/changed\.tar is (?:truncated|not an archive)/);
    }
    // Cut between two entries, it is a complete tar file.
    const border = (await readFile(file)).lastIndexOf('end.json');
    const ended = await changed((archive) =>
      Buffer.concat([archive.subarray(0, border), Buffer.alloc(1024)]),
    );
    await expect(check(ended)).rejects.toThrow('is truncated after');
  });

  test('with a changed byte is rejected with the name of the entry', async () => {
    const inFile = await changed((archive) => {
      archive.write('AS', archive.indexOf('as it was'));
      return archive;
    });
    await expect(check(inFile)).rejects.toThrow(
      /"files\/private\/docs\/brochures\/[-\w]+\.txt" is not the one/,
    );
    const inManifest = await changed((archive) => {
      archive.write('_abc', archive.indexOf('_acb'));
      return archive;
    });
    await expect(check(inManifest)).rejects.toThrow('"manifest.json" is not the one that was written');
  });

  test('of another format is rejected', async () => {
    await expect(check(await changed(() => Buffer.alloc(5000, 'text ')))).rejects.toThrow(
      'is not an archive',
    );
    await expect(check(await changed(() => Buffer.alloc(0)))).rejects.toThrow('is truncated');
  });

  test('that does not match the site is rejected with every reason', async () => {
    await expect(
      check(file, { ...place.config, tablePrefix: 'other_', filesystems: {} }, []),
    ).rejects.toThrow(
      /cannot be restored into this project:\n.*table_prefix is "other_".*\n.*filesystem "public".*\n.*filesystem "private".*\n.*not in generated\/migrations: 0001_initial/,
    );
    if (testDatabaseName() !== 'sqlite') {
      const database = { ...place.config.database, url: 'sqlite:nowhere.sqlite' };
      await expect(check(file, { ...place.config, database })).rejects.toThrow(
        /but this project uses SQLite/,
      );
    }
  });
});

describe('a restore', () => {
  // A process keeps files of the embedded database open for a while; `test/console/backup.test.ts` restores
  // in a separate process.
  test.skipIf(testDatabaseName() === 'sqlite')('restores changed, deleted and damaged data', async () => {
    await restoreInto(place.config, file);
    const site = await place.serve();
    const [row] = await site.app.database.all<{ id: string; document_path: string }>(
      `select id, document_path from ${site.app.database.table('brochures')}`,
    );
    const iri = `${BROCHURES}/${row?.id ?? ''}`;
    const { root } = place.config.filesystems['private'] as { readonly root: string };
    await site.delete(iri, { as: 'admin' });
    await writeFile(join(root, row?.document_path ?? ''), 'as it is not', { flag: 'w' });
    await site.close();

    await restoreInto(place.config, file);
    const again = await place.serve();
    expect((await again.get(`${iri}/download/documentFile`, { as: 'admin' })).text).toBe('as it was');
    expect(await complaintsOf(again)).toEqual([]);
    await again.close();
  });

  test('skips the filesystems that the backup skipped', async () => {
    const other = join(folder, 'without.tar');
    expect(await backUp(app, other, { without: ['private'] })).toMatchObject({ missing: [] });
    expect((await check(other)).manifest).toMatchObject({ filesystems: ['public'], leftOut: ['private'] });
    expect((await readFile(other)).includes('files/private/')).toBe(false);
  });
});

describe('files that are replaced during a backup', () => {
  test('remain until it is done and are deleted afterwards', async () => {
    const write = async (text: string): Promise<void> => {
      const documentFile = dataUri('text/plain', text);
      expect((await app.patch(iri, { documentFile }, { as: 'admin' })).status).toBe(200);
    };
    const documentFile = dataUri('text/plain', 'of the published record');
    const { '@id': iri } = await app.create(BROCHURES, { documentFile, ...PUBLISHED });
    await write('of its draft');
    const before = await app.files('private');
    const hold = await app.app.get(UPLOADS).removals.hold();
    await write('of its draft, too');
    expect(await app.files('private')).toEqual(expect.arrayContaining(before));
    expect(await app.files('private')).toHaveLength(before.length + 1);
    await hold.release();
    await expect.poll(() => app.files('private')).toHaveLength(before.length);
    expect(await complaintsOf(app)).toEqual([]);
  });

  test('are not deleted as orphans', async () => {
    const { files, removals } = app.app.get(UPLOADS);
    const hold = await removals.hold();
    await expect(files.removeFile({ adapter: 'private', path: 'any.txt' })).rejects.toThrow(
      'A backup is under way',
    );
    await hold.release();
  });
});

test('a backup that is stopped leaves no archive and lets deletions continue', async () => {
  const other = join(folder, 'stopped.tar');
  const controller = new AbortController();
  const reason = new Error('SIGTERM: stopped.');
  const progress = (text: string): void => {
    if (text.includes('files')) controller.abort(reason);
  };
  await expect(backUp(app, other, { signal: controller.signal, progress })).rejects.toBe(reason);
  expect([existsSync(other), existsSync(`${other}.partial`)]).toEqual([false, false]);
  const { removals } = app.app.get(UPLOADS);
  expect(await removals.areHeld()).toBe(false);
});

test.runIf(testDatabaseName() === 'postgres')(
  'a pg_dump older than the server is rejected, with what to install',
  async () => {
    const { PATH = '' } = process.env;
    const programs = join(folder, 'programs');
    await mkdir(programs);
    await writeFile(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n', {
      mode: 0o755,
    });
    process.env.PATH = `${programs}:${PATH}`;
    try {
      await expect(backUp(app, join(folder, 'old.tar'))).rejects.toThrow(
        /pg_dump 9 cannot read from a server of version \d+.*postgresql-client-\d+/,
      );
    } finally {
      process.env.PATH = PATH;
    }
    expect(existsSync(join(folder, 'old.tar'))).toBe(false);
  },
);
