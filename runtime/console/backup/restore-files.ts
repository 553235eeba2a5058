import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AppConfig } from '../../config/app-config.js';
import type { NamedFile } from '../../features/uploads/public-api.js';
import { type FileStorage, isStoragePath } from '../../kernel/ports/file-storage.js';
import { ProjectError } from '../../project/project-error.js';
import { type ArchiveEntry, readArchive } from '../../adapters/archive/archive-reader.js';
import { openStorage } from '../../adapters/storage/index.js';
import { entryNameOf, parseFileList } from './file-list.js';
import { FILE_LIST_NAME, FILES_FOLDER } from './manifest.js';

export interface RestoreFilesOptions {
  readonly config: Pick<AppConfig, 'filesystems'>;
  /** Temporary folder that only this user can access. */
  readonly folder: string;
  readonly signal: AbortSignal;
  progress(text: string): void;
}

/** Writes the files of an archive to their filesystems and returns their number. */
export async function restoreFiles(
  file: string,
  { config, folder, signal, progress }: RestoreFilesOptions,
): Promise<number> {
  const storages = new Map<string, FileStorage>();
  const listed = openFileList(file);
  let files = 0;
  try {
    for await (const entry of readArchive(file)) {
      if (!entry.name.startsWith(FILES_FOLDER)) continue;
      signal.throwIfAborted();
      const named = await listed.next(entry.name);
      const { adapter } = named;
      const storage = storages.get(adapter) ?? (await openConfigured(config, adapter));
      storages.set(adapter, storage);
      await restoreFile(storage, named, { content: entry.content, folder });
      files += 1;
      progress(`${files} files ...`);
    }
  } finally {
    await listed.close();
    for (const storage of storages.values()) await storage.close();
  }
  return files;
}

/** Checks the file list of an archive and its files before anything is changed. */
export interface FileChecks {
  /**
   * @param filesystems - names of the filesystems in the archive
   * @throws ProjectError for a path outside its filesystem, an unreadable list, or a file that could not be
   * restored
   */
  check(entry: Pick<ArchiveEntry, 'name' | 'content'>, filesystems: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export function createFileChecks(archive: string): FileChecks {
  const listed = openFileList(archive);
  return {
    async check({ name, content }, filesystems) {
      if (name === FILE_LIST_NAME) {
        for await (const { path } of parseFileList(content))
          if (!isStoragePath(path)) throw badPath(archive, path);
        return;
      }
      const [, path] = /^files\/[^/]+\/([\s\S]*)$/.exec(name) ?? [];
      if (path === undefined || !isStoragePath(path)) throw badPath(archive, name);
      const { adapter } = await listed.next(name);
      if (!filesystems.includes(adapter)) throw unlisted(archive, name);
    },
    close: () => listed.close(),
  };
}

const badPath = (archive: string, path: string): ProjectError =>
  new ProjectError(
    `${archive} is not an archive of \`cms backup\`: ${JSON.stringify(path.slice(0, 200))} is not a valid path of a stored file. Nothing was changed.`,
  );

/** The file list of an archive, in archive order. */
export interface OpenFileList {
  /**
   * Returns the list entry of the next file and skips files that were missing. @throws ProjectError for a
   * file that is not listed
   */
  next(entryName: string): Promise<NamedFile>;
  close(): Promise<void>;
}

export function openFileList(archive: string): OpenFileList {
  const listed = listOf(archive);
  return {
    async next(entryName) {
      for (;;) {
        const next = await listed.next();
        if (next.done === true) throw unlisted(archive, entryName);
        if (entryNameOf(next.value) === entryName) return next.value;
      }
    },
    async close() {
      await listed.return(undefined);
    },
  };
}

const unlisted = (archive: string, entryName: string): ProjectError =>
  new ProjectError(
    `${archive} is not an archive of \`cms backup\`: its list of files has no ${JSON.stringify(entryName.slice(0, 200))}. Nothing was changed.`,
  );

async function* listOf(file: string): AsyncGenerator<NamedFile> {
  for await (const { name, content } of readArchive(file)) {
    if (name !== FILE_LIST_NAME) continue;
    yield* parseFileList(content);
    return;
  }
}

function openConfigured(
  { filesystems }: RestoreFilesOptions['config'],
  adapter: string,
): Promise<FileStorage> {
  const options = filesystems[adapter];
  if (options === undefined) throw new Error(`Unknown filesystem: ${adapter}.`); // Checked before.
  return openStorage(options);
}

/** Restores a file. An existing file with the same content is kept; any other one is replaced. */
async function restoreFile(
  storage: FileStorage,
  { path, mediaType, name }: NamedFile,
  { content, folder }: { readonly content: ArchiveEntry['content']; readonly folder: string },
): Promise<void> {
  if ((await storage.stat(path)) === undefined)
    return storage.write(path, Readable.from(content), { mediaType, name });
  const copy = join(folder, 'file');
  await pipeline(content, createWriteStream(copy, { mode: 0o600 }));
  if (!(await haveSameBytes(createReadStream(copy), await storage.read(path)))) {
    await storage.remove(path);
    await storage.write(path, createReadStream(copy), { mediaType, name });
  }
  await rm(copy);
}

async function haveSameBytes(one: Readable, other: Readable): Promise<boolean> {
  const [own, its] = await Promise.all([one, other].map(digestOf));
  return own === its;
}

async function digestOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest('hex');
}
