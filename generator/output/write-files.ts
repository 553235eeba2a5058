import { mkdir, readFile, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UNFINISHED } from 'cms-api-components/internal/kernel/contract/schema/unfinished.js';
import { draftOf, removeAbandonedDrafts } from './one-writer.js';
import type { FileSet, GeneratedFile } from './file-set.js';
import {
  lastRunFiles,
  OWNED_FILES,
  printOwnedFiles,
  type Origin,
  type OutputPlace,
  type OwnedFiles,
} from './owned-files.js';

export interface WriteResult {
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: number;
}

export interface WriteInput extends OutputPlace {
  readonly files: FileSet;
  readonly previous: OwnedFiles;
  /** Stored with the list of files. */
  readonly origin: Origin;
  /** New migration files. Migrations are append-only: they are written, but never owned or deleted. */
  readonly migration?: { readonly files: readonly GeneratedFile[] };
}

const NO_MIGRATION = { files: [] };
const PARALLEL = 32;

/**
 * Synchronizes the output folder with the file set: writes changed files and deletes owned files that are no longer
 * generated. Each file is replaced atomically, and the list of owned files is written last. A marker file shows that
 * the folder is incomplete, also after the process was killed.
 */
export async function writeFiles(input: WriteInput): Promise<WriteResult> {
  const { projectRoot, outputDir, files, previous, origin, migration = NO_MIGRATION } = input;
  const wanted = files.list();
  const unfinished = join(outputDir, UNFINISHED);
  if ((await readIfPresent(unfinished)) !== undefined) await removeAbandonedDrafts(outputDir, 'below');
  await writeWhole(unfinished, '');
  const written = await writeChanged(outputDir, [...wanted, ...migration.files]);
  const deleted = [...previous.files.keys()].filter((path) => !files.has(path)).sort();
  for (const path of deleted) await removeFile(outputDir, path);
  await writeChanged(outputDir, [{ path: OWNED_FILES, content: printOwnedFiles(origin, files) }]);
  await rm(unfinished, { force: true });
  await writeChanged(projectRoot, lastRunFiles(origin, files));
  const known = wanted.length + files.kept().length + migration.files.length;
  return { written, deleted, unchanged: known - written.length };
}

/** Returns the text of a file, or undefined if it doesn't exist. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  return (await readBytes(path))?.toString('utf8');
}

async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeChanged(outputDir: string, files: readonly GeneratedFile[]): Promise<string[]> {
  const written: string[] = [];
  for (let start = 0; start < files.length; start += PARALLEL) {
    const batch = files.slice(start, start + PARALLEL);
    // Waits for all writes before reporting a failure, so that none continues after the call.
    const results = await Promise.allSettled(batch.map((file) => writeIfChanged(outputDir, file)));
    for (const [index, { path }] of batch.entries()) {
      const result = results[index];
      if (result?.status === 'rejected') throw result.reason;
      if (result?.value === true) written.push(path);
    }
  }
  return written;
}

async function writeIfChanged(outputDir: string, { path, content }: GeneratedFile): Promise<boolean> {
  const target = join(outputDir, path);
  const bytes = Buffer.from(content);
  if ((await readBytes(target))?.equals(bytes) === true) return false;
  await writeWhole(target, bytes);
  return true;
}

/** Replaces a file atomically, so that readers see the old or the new content. */
export async function writeWhole(target: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const temporary = draftOf(target);
  try {
    await writeFile(temporary, content);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function removeFile(outputDir: string, path: string): Promise<void> {
  await rm(join(outputDir, path), { force: true });
  const folder = dirname(path);
  if (folder !== '.' && (await isEmptyFolder(join(outputDir, folder)))) await rmdir(join(outputDir, folder));
}

async function isEmptyFolder(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch {
    return false;
  }
}
