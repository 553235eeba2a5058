import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { outboxLeaseTable } from '../../../kernel/outbox/tables.js';
import { SILENT_LOGGER } from '../../../kernel/ports/logger.js';
import { IN_MEMORY } from '../../../kernel/util/database/database-url.js';
import { makePrivateFolder } from '../../../kernel/util/private-files.js';
import { ProjectError } from '../../../project/project-error.js';
import { openDatabase } from '../database.js';
import { loadDriver } from '../load-driver.js';
import type { SqliteConnection } from '../sqlite/libsql-connection.js';
import type { DatabaseCopies, DatabasePlace } from './database-copies.js';

/** Copies a database file with `VACUUM INTO`, without blocking writers. */
export function sqliteCopies(path: string, { tablePrefix }: DatabasePlace): DatabaseCopies {
  const assertUnused = async (): Promise<void> => {
    if (existsSync(path)) await within(path, endLog);
  };
  return {
    name: 'database.sqlite.gz',
    async state() {
      // The driver keeps opened files open, which would look like use by another process.
      const facts = await stat(path).catch(() => undefined);
      const isEmpty = facts === undefined || facts.size === 0;
      return { product: 'SQLite', version: '', schema: null, isEmpty, isPrivileged: false, tables: [] };
    },
    assertUnused,
    async check(content) {
      const folder = await mkdtemp(join(tmpdir(), 'cms-check-'));
      try {
        const copy = join(folder, 'copy.sqlite');
        await unpackSound(content, copy);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async copy({ file, folder, signal, read }) {
      if (path === IN_MEMORY) throw new ProjectError('An in-memory database cannot be backed up.');
      const copy = join(folder, 'copy.sqlite');
      await within(path, (connection) => connection.exec(`vacuum into ${text(copy)}`));
      await within(copy, (connection) => prepareCopy(connection, tablePrefix));
      await pipeline(
        createReadStream(copy),
        createGzip({ level: 1 }),
        createWriteStream(file, { mode: 0o600 }),
        { signal },
      );
      const database = await openDatabase({
        url: `sqlite:${copy}`,
        tablePrefix,
        tables: [],
        log: SILENT_LOGGER,
      });
      try {
        await read(database, true);
      } finally {
        await database.close();
      }
      for (const suffix of SUFFIXES) await rm(copy + suffix, { force: true });
    },

    async restore({ content, signal }) {
      const copy = `${path}.restored`;
      await makePrivateFolder(dirname(path));
      try {
        await unpackSound(content, copy, signal);
        await assertUnused();
        await rename(copy, path);
      } finally {
        for (const suffix of SUFFIXES) await rm(copy + suffix, { force: true });
      }
    },
  };
}

const SUFFIXES = ['', '-wal', '-shm'];

/** Decompresses a copy to a file and checks its database. @throws ProjectError like `assertSound` */
async function unpackSound(content: Readable, copy: string, signal?: AbortSignal): Promise<void> {
  const file = createWriteStream(copy, { mode: 0o600, flush: true });
  await pipeline(content, createGunzip(), file, signal === undefined ? {} : { signal });
  await within(copy, assertSound);
}

async function within(path: string, work: (connection: SqliteConnection) => void): Promise<void> {
  const { openLibsqlConnection } = await loadDriver('libsql', () => import('../sqlite/libsql-connection.js'));
  const connection = openLibsqlConnection(path);
  try {
    work(connection);
  } finally {
    connection.close();
  }
}

/** Deletes leases of processes that do not exist on the restored site. */
function prepareCopy(connection: SqliteConnection, tablePrefix: string): void {
  connection.exec('pragma journal_mode = delete');
  connection.exec(`delete from "${tablePrefix}${outboxLeaseTable.name}"`);
}

/**
 * Checks a database file. @throws ProjectError if it is damaged, or contains code that reads or writes would
 * run
 */
function assertSound(connection: SqliteConnection): void {
  const [row] = connection.all('pragma quick_check(1)', []);
  const verdict = String(Object.values(row ?? {})[0]);
  if (verdict !== 'ok')
    throw new ProjectError(`The database of the archive is damaged: ${verdict}. Nothing was changed.`);
  if (connection.all("select 1 as one from sqlite_master where type = 'table' limit 1", []).length === 0)
    throw new ProjectError('The database of the archive has no tables. Nothing was changed.');
  const [code] = connection.all(
    "select type, name from sqlite_master where type not in ('table', 'index')",
    [],
  );
  if (code !== undefined)
    throw new ProjectError(
      `The database of the archive has the ${String(code.type)} "${String(code.name)}", which \`cms backup\` has not written. Drop it in the original database and make another backup. Nothing was changed.`,
    );
}

/** Merges the write-ahead log into the file. @throws ProjectError while another process has the file open */
function endLog(connection: SqliteConnection): void {
  try {
    connection.exec('pragma journal_mode = delete');
  } catch (cause) {
    throw new ProjectError(
      'Another process has the database open, so nothing was changed. Stop the service, then restore again.',
      { cause },
    );
  }
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
