import { createWriteStream } from 'node:fs';
import { constants, copyFile, mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteRange, FileFacts, FileStorage, ListedFile } from '../../kernel/ports/file-storage.js';
import { assertStoragePath, FileExists, FileMissing } from '../../kernel/ports/file-storage.js';
import { onDisk } from '../../kernel/util/failures/disk-failure.js';
import { joinUrl } from '../../kernel/util/http/public-url.js';

export interface LocalStorageOptions {
  /** Absolute path of the folder. */
  readonly root: string;
  readonly publicUrl: string | null;
}

/** Creates a filesystem in a local folder. */
export function createLocalStorage({ root, publicUrl }: LocalStorageOptions): FileStorage {
  const locate = (path: string): string => {
    assertStoragePath(path);
    return join(root, path);
  };
  return {
    write: (path, content) => onDisk(root, () => writeNew(locate(path), content)),
    copy: (from, to) => onDisk(root, () => copyNew(locate(from), locate(to))),
    read: (path, range) => onDisk(root, () => openFile(locate(path), range)),
    stat: (path) => onDisk(root, () => factsOf(locate(path))),
    remove: (path) => onDisk(root, () => rm(locate(path), { force: true })),
    list: (prefix) => listFiles(root, '', prefix),
    publicUrl: (path) => (publicUrl === null ? undefined : joinUrl(publicUrl, path)),
    temporaryUrl: async () => undefined,
    close: async () => undefined,
  };
}

async function writeNew(target: string, content: Readable): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await pipeline(content, createWriteStream(target, { flags: 'wx', flush: true }));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new FileExists(target);
    await rm(target, { force: true });
    throw error;
  }
}

/** Copies a file to a new path; returns false if the source does not exist. */
async function copyNew(from: string, target: string): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyFile(from, target, constants.COPYFILE_EXCL);
    await flush(target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (codeOf(error) === 'EEXIST') throw new FileExists(target);
    await rm(target, { force: true });
    throw error;
  }
}

/** Opens a file before returning, so that a missing one is detected before a response starts. */
async function openFile(target: string, range?: ByteRange): Promise<Readable> {
  try {
    const file = await open(target);
    return file.createReadStream(range === undefined ? {} : { start: range.start, end: range.end });
  } catch (error) {
    throw MISSING.has(codeOf(error)) ? new FileMissing(target) : error;
  }
}

async function flush(target: string): Promise<void> {
  const file = await open(target, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function factsOf(target: string): Promise<FileFacts | undefined> {
  try {
    const facts = await stat(target);
    const identity = `${facts.dev}:${facts.ino}`;
    return facts.isFile() ? { size: facts.size, modifiedAt: facts.mtime, identity } : undefined;
  } catch (error) {
    if (MISSING.has(codeOf(error))) return undefined;
    throw error;
  }
}

async function* listFiles(root: string, folder: string, prefix: string): AsyncGenerator<ListedFile> {
  // Reads the folder incrementally, whatever its number of files.
  const entries = await opendir(join(root, folder), { bufferSize: 256 }).catch((error: unknown) => {
    if (MISSING.has(codeOf(error))) return [];
    throw error;
  });
  for await (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (`${path}/`.startsWith(prefix) || prefix.startsWith(`${path}/`))
        yield* listFiles(root, path, prefix);
    } else if (entry.isFile() && path.startsWith(prefix)) {
      const facts = await factsOf(join(root, path));
      if (facts !== undefined) yield { path, ...facts };
    }
  }
}

/** Error codes of missing files; cyclic links count as missing. */
const MISSING: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
