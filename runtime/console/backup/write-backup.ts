import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App } from '../../app.js';
import { type NamedFile, UPLOADS } from '../../features/uploads/public-api.js';
import { FileMissing, type FileStorage } from '../../kernel/ports/file-storage.js';
import { ProjectError } from '../../project/project-error.js';
import { type ArchiveWriter, createArchiveWriter } from '../../adapters/archive/archive-writer.js';
import { openCopies } from '../../adapters/persistence/copies/open-copies.js';
import type { Migrator } from '../../adapters/persistence/migrations/migrator.js';
import { createFileList, entryNameOf, readFileList } from './file-list.js';
import { buildManifest, FILE_LIST_NAME, MANIFEST_NAME } from './manifest.js';

export interface BackupOptions {
  readonly app: App;
  readonly migrator: Migrator;
  /** Path of the archive. It is created when the backup is complete. */
  readonly file: string;
  /** Filesystems to exclude. */
  readonly without: readonly string[];
  readonly signal: AbortSignal;
  /** Reports the current step. */
  progress(text: string): void;
}

export interface WrittenBackup {
  /** Number of files in the archive, including variants. */
  readonly files: number;
  /** Archive size in bytes. */
  readonly size: number;
  /** Referenced files that were missing. */
  readonly missing: readonly string[];
  readonly missingCount: number;
}

const LOST =
  'The database was unavailable for too long, so files may have been deleted during the backup. Run the backup again.';

/** Maximum number of missing files to list. */
const MOST_MISSING = 20;

/**
 * Writes a consistent archive of a running site: a database snapshot, and every file it references. File
 * deletions are suspended, so that no file disappears before it is copied.
 * @throws ProjectError if the archive can no longer be consistent
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  const { app, file, signal } = options;
  const folder = `${file}.partial`;
  // Left by a backup that was killed.
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(file), { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  const hold = await app.get(UPLOADS).removals.hold();
  try {
    const ended = AbortSignal.any([signal, hold.lost]);
    const written = await writeArchive({ ...options, signal: ended, folder });
    ended.throwIfAborted();
    await rename(join(folder, 'archive.tar'), file);
    return written;
  } catch (error) {
    signal.throwIfAborted(); // It has its own message.
    throw hold.lost.aborted ? new ProjectError(LOST, { cause: error }) : error;
  } finally {
    await hold.release().catch(() => undefined); // Serving processes release the hold.
    await rm(folder, { recursive: true, force: true });
  }
}

interface ArchiveOptions extends BackupOptions {
  readonly folder: string;
}

async function writeArchive(options: ArchiveOptions): Promise<WrittenBackup> {
  const { app, migrator, folder, without, signal, progress } = options;
  const { config, database } = app;
  const uploads = app.get(UPLOADS);
  const copies = await openCopies(config);
  const copy = join(folder, copies.name);
  const list = join(folder, FILE_LIST_NAME);
  const statuses = await migrator.status();
  const isSame = (await migrator.drift()).length === 0 && statuses.every(({ state }) => state === 'applied');
  const tables = isSame ? undefined : (await migrator.state()).tables;
  const madeAt = new Date().toISOString();
  progress('database ...');
  await copies.copy({
    database,
    file: copy,
    folder,
    signal,
    async read(session, isExact) {
      const named = await createFileList(list);
      try {
        for await (const files of uploads.namedFiles({ session, tables, withDeferred: !isExact }))
          await named.add(files.filter(({ adapter }) => !without.includes(adapter)));
      } finally {
        await named.close();
      }
    },
  });
  const { product, version, schema } = await copies.state();
  const manifest = buildManifest({
    madeAt,
    database: { product, version, schema, tablePrefix: config.tablePrefix, entry: copies.name },
    migrations: statuses.filter(({ state }) => state !== 'pending').map(({ id }) => id),
    filesystems: uploads.stores.aliases.filter((alias) => !without.includes(alias)),
    leftOut: uploads.stores.aliases.filter((alias) => without.includes(alias)),
  });
  const archive = createArchiveWriter(join(folder, 'archive.tar'));
  try {
    await archive.addText(MANIFEST_NAME, `${JSON.stringify(manifest, null, 2)}\n`);
    await addFile(archive, copies.name, copy);
    await addFile(archive, FILE_LIST_NAME, list);
    const copied = await addFiles(archive, list, options);
    await archive.finish();
    return { ...copied, size: (await stat(join(folder, 'archive.tar'))).size };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function addFile(archive: ArchiveWriter, name: string, path: string): Promise<void> {
  await archive.add(name, (await stat(path)).size, createReadStream(path));
}

/** Copies the listed files; a file listed twice is copied twice. */
async function addFiles(
  archive: ArchiveWriter,
  list: string,
  { app, signal, progress }: ArchiveOptions,
): Promise<Omit<WrittenBackup, 'size'>> {
  const { stores } = app.get(UPLOADS);
  const missing: string[] = [];
  let files = 0;
  let missingCount = 0;
  for await (const file of readFileList(list)) {
    signal.throwIfAborted();
    if (await addStored(archive, stores.get(file.adapter), file)) {
      files += 1;
      progress(`${files} files ...`);
    } else if (file.isHeld) {
      missingCount += 1;
      if (missing.length < MOST_MISSING) missing.push(`${file.adapter}: ${file.path}`);
    }
  }
  return { files, missing, missingCount };
}

/** Adds a file; returns false if it does not exist. */
async function addStored(archive: ArchiveWriter, storage: FileStorage, file: NamedFile): Promise<boolean> {
  const facts = await storage.stat(file.path);
  if (facts === undefined) return false;
  try {
    const content = await storage.read(file.path);
    await archive.add(entryNameOf(file), facts.size, content);
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}
