import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchive } from '../../../runtime/adapters/archive/archive-reader.js';
import { createArchiveWriter } from '../../../runtime/adapters/archive/archive-writer.js';
import { openLibsqlConnection } from '../../../runtime/adapters/persistence/sqlite/libsql-connection.js';
import { checkBackup } from '../../../runtime/console/backup/restore-backup.js';
import { testDatabaseName } from '../../support/database.js';
import { dataUri, picture, startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { anEmptyPlace, backUp, type EmptyPlace, MIGRATIONS, restoreInto } from './restored-site.js';

let app: UploadsApp;
let place: EmptyPlace;
let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-hostile-'));
  file = join(folder, 'site.tar');
  app = await startUploadsApp();
  const cover = dataUri('image/png', await picture(30, 20));
  const documentFile = dataUri('text/plain', 'a \\! b');
  await app.create('/component/brochures', { documentFile, cover, publishedAt: '2020-01-01T00:00:00Z' });
  await backUp(app, file);
  place = await anEmptyPlace(app.config);
});
afterAll(async () => {
  await app.close();
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Entry {
  readonly name: string;
  readonly content: Buffer;
}

/** Returns an archive with changed entries and matching checksums. */
async function rewritten(change: (entry: Entry) => Entry): Promise<string> {
  const other = join(folder, `${Math.random()}.tar`);
  const writer = createArchiveWriter(other);
  for await (const { name, content } of readArchive(file)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    const entry = change({ name, content: Buffer.concat(chunks) });
    await writer.add(entry.name, entry.content.length, Readable.from([entry.content]));
  }
  await writer.finish();
  return other;
}

const check = (archive: string) => checkBackup(archive, { config: place.config, migrations: MIGRATIONS });

const isDatabase = ({ name }: Entry): boolean => name.startsWith('database.');
/** Appends statements to the database. */
const adding =
  (statements: string) =>
  (entry: Entry): Entry =>
    isDatabase(entry)
      ? {
          ...entry,
          content: gzipSync(Buffer.concat([gunzipSync(entry.content), Buffer.from(`\n${statements}\n`)])),
        }
      : entry;

describe('an archive from an untrusted source', () => {
  test('is restored if it has the contents of a backup', async () => {
    const same = await rewritten((entry) => entry);
    await check(same);
    if (testDatabaseName() !== 'sqlite') await restoreInto(place.config, same);
  });

  test.each([
    ['leads out of its filesystem', '../../../evil.txt'],
    ['leads out of it in the middle', 'docs/../../evil.txt'],
    ['is absolute', '/etc/evil.txt'],
    ['has a backslash', 'docs\\evil.txt'],
  ])('with a path that %s is rejected before anything is changed', async (_how, path) => {
    const isFile = ({ name }: Entry): boolean => /^files\/private\/.*\.txt$/.test(name);
    const entries = await rewritten((entry) =>
      isFile(entry) ? { ...entry, name: `files/private/${path}` } : entry,
    );
    await expect(check(entries)).rejects.toThrow(
      'is not a valid path of a stored file. Nothing was changed.',
    );
    const listed = await rewritten((entry) =>
      entry.name === 'files.jsonl'
        ? {
            ...entry,
            content: Buffer.from(
              entry.content.toString().replace(/docs\/brochures\/[^"]*/, JSON.stringify(path).slice(1, -1)),
            ),
          }
        : entry,
    );
    await expect(check(listed)).rejects.toThrow('is not a valid path of a stored file. Nothing was changed.');
  });

  test.each([
    ['invalid JSON', 'nothing\n'],
    ['unknown members', '{"path": 1}\n'],
    ['a line without a line break', 'x'.repeat(100_000)],
  ])('with a list of files that has %s is rejected', async (_what, list) => {
    const other = await rewritten((entry) =>
      entry.name === 'files.jsonl' ? { ...entry, content: Buffer.from(list) } : entry,
    );
    await expect(check(other)).rejects.toThrow('The file list of the archive is damaged');
  });

  test.each([
    ['private', 'docs/evil.txt'],
    ['__proto__', 'evil.txt'],
    ['elsewhere', 'evil.txt'],
  ])('with a file that its list does not name is rejected (%s, %s)', async (filesystem, path) => {
    const isFile = ({ name }: Entry): boolean => /^files\/private\/.*\.txt$/.test(name);
    const name = `files/${filesystem}/${path}`;
    const other = await rewritten((entry) => (isFile(entry) ? { ...entry, name } : entry));
    await expect(check(other)).rejects.toThrow(`its list of files has no "${name}". Nothing was changed.`);
  });

  test.each(['__proto__', 'elsewhere'])(
    'with a list that names the filesystem %s is rejected',
    async (name) => {
      const isFile = (entry: Entry): boolean => /^files\/private\/.*\.txt$/.test(entry.name);
      const other = await rewritten((entry) => {
        if (isFile(entry)) return { ...entry, name: entry.name.replace('private', name) };
        if (entry.name !== 'files.jsonl') return entry;
        const list = entry.content.toString().replaceAll('"adapter":"private"', `"adapter":"${name}"`);
        return { ...entry, content: Buffer.from(list) };
      });
      await expect(check(other)).rejects.toThrow('Nothing was changed.');
    },
  );

  test.runIf(testDatabaseName() === 'sqlite').each([
    ['is not a database', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(100_000)])],
    ['is empty', Buffer.alloc(0)],
  ])('with a database file that %s is rejected', async (_what, database) => {
    const other = await rewritten((entry) =>
      isDatabase(entry) ? { ...entry, content: gzipSync(database) } : entry,
    );
    await expect(check(other)).rejects.toThrow('Nothing was changed.');
  });

  test.runIf(testDatabaseName() === 'sqlite').each([
    ['trigger', 'create trigger evil after insert on ACB_session begin delete from ACB_user; end'],
    ['view', 'create view evil as select 1'],
  ])('with a %s in its database file is rejected', async (kind, sql) => {
    const file = join(folder, `${kind}.sqlite`);
    const other = await rewritten((entry) => {
      if (!isDatabase(entry)) return entry;
      writeFileSync(file, gunzipSync(entry.content));
      const connection = openLibsqlConnection(file);
      connection.exec(sql.replaceAll('ACB_', place.config.tablePrefix));
      connection.close();
      return { ...entry, content: gzipSync(readFileSync(file)) };
    });
    await expect(check(other)).rejects.toThrow(`has the ${kind} "evil"`);
  });

  test('with a database that cannot be unpacked is rejected', async () => {
    const other = await rewritten((entry) =>
      isDatabase(entry) ? { ...entry, content: entry.content.subarray(0, 100) } : entry,
    );
    await expect(check(other)).rejects.toThrow('is damaged');
  });

  test.runIf(testDatabaseName() === 'postgres').each([
    ['a shell command', (marker: string) => `\\! touch ${marker}`],
    ['a program', (marker: string) => `COPY (SELECT 1) TO PROGRAM 'touch ${marker}';`],
    ['code', (marker: string) => `DO $$ BEGIN COPY (SELECT 1) TO PROGRAM 'touch ${marker}'; END $$;`],
  ])(
    'with %s in its database is rejected by the check and the restore, and runs nothing',
    async (_what, statement) => {
      const marker = join(folder, 'marker');
      const other = await rewritten(adding(statement(marker)));
      await expect(check(other)).rejects.toThrow('was not written by `cms backup`');
      await expect(restoreInto(place.config, other)).rejects.toThrow('was not written by `cms backup`');
      expect(existsSync(marker)).toBe(false);
    },
  );

  test.runIf(testDatabaseName() === 'mariadb').each([
    ['a shell command', (marker: string) => `\\! touch ${marker}`],
    ['a named command', (marker: string) => `system touch ${marker}`],
  ])('with %s in its database runs nothing', async (_what, statement) => {
    const marker = join(folder, 'marker');
    const other = await rewritten(adding(statement(marker)));
    await restoreInto(place.config, other).catch(() => undefined);
    expect(existsSync(marker)).toBe(false);
  });
});
