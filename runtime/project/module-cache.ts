import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../kernel/util/json-object.js';

/** Git-ignored folder of the project for modules that commands transpile on demand. */
export const CACHE_FOLDER = '.cms';

/** Folder of the project for the output of `cms build`, for deployments that neither compile nor write. */
export const BUILD_FOLDER = 'dist/cms';

/** JavaScript of one module of a project. */
export interface Bundle {
  readonly code: string;
  /** Absolute paths of its source files. */
  readonly inputs: readonly string[];
}

export interface ModuleCache {
  /** Folder from which cached modules are imported. */
  readonly folder: string;
  /** Returns the module of that name unless one of its sources has changed. */
  find(name: string, key: string): Promise<CachedModule | undefined>;
  /** @throws the file system's error if the folder is not writable */
  keep(module: ModuleToCache): Promise<CachedModule>;
  /** Returns the absolute paths of the module's last source files. */
  filesOf(name: string): Promise<readonly string[]>;
}

export interface CachedModule {
  readonly url: string;
  /** Absolute paths of its source files. */
  readonly files: readonly string[];
}

export interface ModuleToCache {
  readonly name: string;
  /** Further inputs that affect the output. */
  readonly key: string;
  readonly bundle: Bundle;
}

interface CacheRecord {
  readonly key: string;
  /** Content hashes by path, relative to the project. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly output: string;
}

/** Creates a cache of transpiled modules in a folder of the project. */
export function createModuleCache(root: string, below: string): ModuleCache {
  const folder = join(root, below);
  const recordOf = (name: string): string => join(folder, `${name}.json`);
  const moduleOf = ({ output, inputs }: CacheRecord): CachedModule => ({
    url: pathToFileURL(join(folder, output)).href,
    files: Object.keys(inputs).map((input) => resolve(root, input)),
  });
  return {
    folder,
    async find(name, key) {
      const record = await readRecord(recordOf(name));
      if (record?.key !== key || !(await isFresh(root, folder, record))) return undefined;
      return moduleOf(record);
    },
    async keep({ name, key, bundle: { code, inputs } }) {
      const hashes: Record<string, string> = {};
      for (const input of inputs) hashes[relative(root, input)] = hash(await readFile(input));
      const record: CacheRecord = { key, inputs: hashes, output: `${name}-${hash(code).slice(0, 16)}.mjs` };
      await mkdir(folder, { recursive: true });
      await writeAtomically(join(folder, '.gitignore'), '*\n');
      await writeAtomically(join(folder, record.output), code);
      await writeAtomically(recordOf(name), `${JSON.stringify(record, null, 2)}\n`);
      await removeOlder(folder, name, record.output);
      return moduleOf(record);
    },
    async filesOf(name) {
      const record = await readRecord(recordOf(name));
      return record === undefined ? [] : moduleOf(record).files;
    },
  };
}

/** Returns a hash of the content. */
export function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function removeOlder(folder: string, name: string, keep: string): Promise<void> {
  const pattern = new RegExp(`^${name}-[0-9a-f]{16}\\.mjs$`);
  for (const file of await readdir(folder)) {
    if (file !== keep && pattern.test(file)) await rm(join(folder, file), { force: true });
  }
}

async function isFresh(root: string, folder: string, record: CacheRecord): Promise<boolean> {
  try {
    await readFile(join(folder, record.output));
    const current = await Promise.all(
      Object.entries(record.inputs).map(
        async ([path, expected]) => hash(await readFile(resolve(root, path))) === expected,
      ),
    );
    return current.every(Boolean);
  } catch {
    // A missing file makes the record stale; transpiling reports what is missing.
    return false;
  }
}

async function readRecord(file: string): Promise<CacheRecord | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isCacheRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isCacheRecord(value: unknown): value is CacheRecord {
  if (!isRecord(value)) return false;
  return typeof value['key'] === 'string' && typeof value['output'] === 'string' && isRecord(value['inputs']);
}

/** Writes a file atomically: a parallel command reads either the old or the new content. */
async function writeAtomically(file: string, content: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, file);
}
