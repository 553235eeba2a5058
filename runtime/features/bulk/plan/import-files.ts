import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type FolderManifest, MANIFEST, parseManifest } from '../format/manifest.js';
import { BulkError } from '../model/bulk-error.js';

const EXTENSION = '.jsonl';

export interface ImportFile {
  readonly path: string;
  /** File name as shown in error messages. */
  readonly shown: string;
  /** The type in the file name; lines can have another type. */
  readonly type: string;
  /** Source lines of a converted file; absent if the file itself was imported. */
  readonly lines?: readonly number[];
}

/** The files of an import. */
export interface ImportFiles {
  /** Base folder for file paths. */
  readonly root: string;
  readonly files: readonly ImportFile[];
  readonly manifest: FolderManifest | null;
}

/**
 * Finds the JSON Lines files of a folder, or a single file.
 * @throws BulkError if there are none, or this release cannot read the manifest
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
