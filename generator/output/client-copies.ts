import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';
import { GeneratorError, StaleOutputError } from '../errors.js';
import { OWNED_FILES } from './owned-files.js';
import { readIfPresent, writeWhole } from './write-files.js';

/** The folders of `generated/` that a front end needs: the client, and the types that it names. */
const COPIED = ['client', 'types'];

/** How every generated file begins. */
const BANNER = '// Generated from schemas/';

export interface CopiesInput {
  readonly projectRoot: string;
  /** Absolute path of `generated/`. */
  readonly outputDir: string;
  /** `client.out`: folders, relative to the project. */
  readonly folders: readonly string[];
}

export interface CopiesResult {
  /** Paths as the configuration names their folders. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

/** What has to be done in one folder. */
interface Difference {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

/**
 * Brings the copies of the client to the state of `generated/`: writes what differs, and deletes what an earlier run has
 * written and this one would not. A list in the folder says which files those are.
 * @throws GeneratorError when a file of somebody else stands in the place of one; nothing is written then.
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

/** @throws StaleOutputError naming the files of copies that a run would write or delete. */
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

/** A list that cannot be read owns nothing, and a path out of the folder is never ours. */
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
