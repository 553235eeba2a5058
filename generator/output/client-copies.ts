import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';
import { GeneratorError, StaleOutputError } from '../errors.js';
import { OWNED_FILES } from './owned-files.js';
import { readIfPresent, writeWhole } from './write-files.js';

/** Folders of `generated/` that front ends need: the client and its types. */
const COPIED = ['client', 'types'];

/** Start of every generated file. */
const BANNER = '// Generated from schemas/';

export interface CopiesInput {
  readonly projectRoot: string;
  readonly outputDir: string;
  /** `client.out`: folders, relative to the project. */
  readonly folders: readonly string[];
}

export interface CopiesResult {
  /** Paths with the folder as configured. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

/** Pending changes of one folder. */
interface Difference {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

/**
 * Updates the client copies from `generated/`: writes changed files and deletes files that are no longer generated. A
 * list in each folder records the files of the last run.
 * @throws GeneratorError if a file of the user would be overwritten; nothing is written then.
 */
export async function writeCopies(input: CopiesInput): Promise<CopiesResult> {
  const differences = await Promise.all(input.folders.map((folder) => compare(folder, input)));
  for (const { folder, files, changed, gone } of differences) {
    const place = resolve(input.projectRoot, folder);
    for (const path of changed) await writeWhole(join(place, path), files.get(path) ?? '');
    for (const path of gone) await rm(join(place, path), { force: true });
    const list = `${JSON.stringify({ files: [...files.keys()] }, null, 2)}\n`;
    if ((await readIfPresent(join(place, OWNED_FILES))) !== list)
      await writeWhole(join(place, OWNED_FILES), list);
  }
  const named = (pick: (difference: Difference) => readonly string[]): readonly string[] =>
    differences.flatMap((difference) => pick(difference).map((path) => `${difference.folder}/${path}`));
  return { written: named(({ changed }) => changed), deleted: named(({ gone }) => gone) };
}

/** @throws StaleOutputError with the copied files that a run would write or delete. */
export async function checkCopies(input: CopiesInput): Promise<void> {
  const differences = await Promise.all(input.folders.map((folder) => compare(folder, input)));
  const stale = differences.flatMap(({ folder, changed, gone }) =>
    [...changed, ...gone].map((path) => `${folder}/${path}`),
  );
  if (stale.length === 0) return;
  const lines = stale.map((path) => `  ${path}`).join('\n');
  throw new StaleOutputError(stale, `Copies of the client are out of date:\n${lines}\nRun \`cms generate\`.`);
}

async function compare(folder: string, { projectRoot, outputDir }: CopiesInput): Promise<Difference> {
  const place = resolve(projectRoot, folder);
  if (place === resolve(outputDir))
    throw new GeneratorError(
      `"client.out" is ${folder}, which already contains the client. Choose another folder.`,
    );
  const files = await filesOf(outputDir);
  const owned = await readOwned(place);
  const changed: string[] = [];
  for (const [path, content] of files) {
    const present = await readIfPresent(join(place, path));
    if (present === content) continue;
    if (present !== undefined && !owned.includes(path) && !present.startsWith(BANNER))
      throw new GeneratorError(
        `${folder}/${path} is not a generated file. Move it, or set "client.out" to another folder.`,
      );
    changed.push(path);
  }
  return { folder, files, changed, gone: owned.filter((path) => !files.has(path)) };
}

async function filesOf(outputDir: string): Promise<ReadonlyMap<string, string>> {
  const paths: string[] = [];
  for (const folder of COPIED) {
    const entries = await readdir(join(outputDir, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries)
      if (entry.isFile() && /\.[jt]s$/.test(entry.name))
        paths.push(
          join(entry.parentPath, entry.name)
            .slice(outputDir.length + 1)
            .replaceAll('\\', '/'),
        );
  }
  const texts = paths
    .sort()
    .map(async (path) => [path, (await readIfPresent(join(outputDir, path))) ?? ''] as const);
  return new Map(await Promise.all(texts));
}

/** Reads the list of copied files. Unreadable lists count as empty, and paths outside the folder are ignored. */
async function readOwned(place: string): Promise<readonly string[]> {
  const text = (await readIfPresent(join(place, OWNED_FILES))) ?? '{}';
  const files: unknown = parse(text);
  const paths: readonly unknown[] = Array.isArray(files) ? files : [];
  return paths.filter((path) => typeof path === 'string').filter(isCopied);
}

function parse(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text);
    return isRecord(list) ? list['files'] : undefined;
  } catch {
    return undefined;
  }
}

function isCopied(path: string): boolean {
  const [folder = '', ...rest] = path.split('/');
  return COPIED.includes(folder) && rest.length > 0 && !rest.includes('..') && !path.includes('\\');
}
