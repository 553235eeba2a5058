import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type FolderManifest, MANIFEST, parseManifest } from '../format/manifest.js';
import { BulkError } from '../bulk-error.js';

const EXTENSION = '.jsonl';

export interface ImportFile {
  readonly path: string;
  /** As problems name it. */
  readonly shown: string;
  /** The type that its name says; lines may name another. */
  readonly type: string;
  /** Lines of another file that its lines were made of; absent where it is what was named. */
  readonly lines?: readonly number[];
}

/** What a command line names to be imported. */
export interface ImportFiles {
  /** The folder at which paths of files begin. */
  readonly root: string;
  readonly files: readonly ImportFile[];
  readonly manifest: FolderManifest | null;
}

/**
 * The JSON Lines files of a folder, or one of them.
 * @throws BulkError when there is none, or the manifest is none that this release reads
 */
export async function findImportFiles(named: string, workingFolder: string): Promise<ImportFiles> {
  const path = resolve(workingFolder, named);
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined) throw new BulkError(`${named} does not exist.`);
  if (!facts.isDirectory()) return { root: dirname(path), files: [fileAt(path, named)], manifest: null };
  const names = (await readdir(path)).sort();
  const files = names
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => fileAt(join(path, name), join(named, name)));
  const manifest = names.includes(MANIFEST)
    ? parseManifest(await readFile(join(path, MANIFEST), 'utf8'))
    : null;
  if (typeof manifest === 'string') throw new BulkError(`${named}: ${manifest}`);
  if (files.length === 0) throw new BulkError(`${named} has no file TYPE${EXTENSION}.`);
  return { root: path, files, manifest };
}

const fileAt = (path: string, shown: string): ImportFile => ({
  path,
  shown,
  type: basename(path).replace(/\.[^.]*$/, ''),
});
