import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.js';
import { missingPackage } from './missing-package.js';
import { runtimeEntryUrl } from './package-root.js';
import { ProjectError } from './project-error.js';

/** A TypeScript module of the project: a file of it, or source text that imports its files. */
export interface ModuleSource {
  /** Names the files in the cache folder; one word a source. */
  readonly name: string;
  readonly contents: string;
  /** Folder that the imports of `contents` start from. */
  readonly resolveDir: string;
}

export interface ModuleLoader {
  /** Imports the module, transpiling it first when one of its files changed. */
  load(source: ModuleSource): Promise<ModuleExports>;
  /** Imports one file of the project with all it exports. */
  importFile(path: string): Promise<ModuleExports>;
  /** The file and all that it imports from the project, as of the last import that could be transpiled. */
  filesOf(path: string): Promise<readonly string[]>;
}

export type ModuleExports = Readonly<Record<string, unknown>>;

/** Git-ignored folder of the project that holds transpiled modules. */
export const CACHE_FOLDER = '.cms';

interface CacheRecord {
  /** What besides the files decides the output. */
  readonly key: string;
  /** Content hashes by path, relative to the project. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly output: string;
}

/** Runs TypeScript of a project: bundled once per content, imported as JavaScript (ADR 18). */
export function createModuleLoader(root: string): ModuleLoader {
  const folder = join(root, CACHE_FOLDER);
  const nameOf = (path: string): string => `file-${relative(root, path).replaceAll(/[^A-Za-z0-9]+/g, '-')}`;
  const loader: ModuleLoader = {
    importFile(path) {
      // What fails in it is reported with the line of the file that people wrote.
      process.setSourceMapsEnabled(true);
      const specifier = JSON.stringify(`./${basename(path)}`);
      return loader.load({
        name: nameOf(path),
        // Whoever asked for the file says what it should have exported.
        contents: `import * as all from ${specifier};\nexport * from ${specifier};\nexport default all.default;`,
        resolveDir: dirname(path),
      });
    },
    filesOf: (path) => inputsOf(root, join(folder, `${nameOf(path)}.json`)),
    async load(source) {
      const key = hash(`${source.contents}\n${source.resolveDir}\n${runtimeEntryUrl()}`);
      const recordFile = join(folder, `${source.name}.json`);
      const cached = await readRecord(recordFile);
      const output =
        cached !== undefined && cached.key === key && (await isFresh(root, cached))
          ? cached.output
          : await transpile({ root, folder, recordFile, source, key });
      const url = pathToFileURL(join(folder, output)).href;
      try {
        // A namespace object is a record of its exports, whatever the module is.
        return (await import(/* @vite-ignore */ url)) as ModuleExports;
      } catch (error) {
        throw (await missingPackage(error, root, await inputsOf(root, recordFile))) ?? error;
      }
    },
  };
  return loader;
}

/** Absolute paths of the files that a module was made of. */
async function inputsOf(root: string, recordFile: string): Promise<readonly string[]> {
  const record = await readRecord(recordFile);
  return Object.keys(record?.inputs ?? {}).map((input) => resolve(root, input));
}

interface TranspileTask {
  readonly root: string;
  readonly folder: string;
  readonly recordFile: string;
  readonly source: ModuleSource;
  readonly key: string;
}

async function transpile({ root, folder, recordFile, source, key }: TranspileTask): Promise<string> {
  const { code, inputs } = await bundle({ root, contents: source.contents, resolveDir: source.resolveDir });
  const hashes: Record<string, string> = {};
  for (const input of inputs) hashes[relative(root, input)] = hash(await readFile(input));
  const output = `${source.name}-${hash(code).slice(0, 16)}.mjs`;
  await mkdir(folder, { recursive: true });
  await writeAtomically(join(folder, '.gitignore'), '*\n');
  await writeAtomically(join(folder, output), code);
  const record: CacheRecord = { key, inputs: hashes, output };
  await writeAtomically(recordFile, `${JSON.stringify(record, null, 2)}\n`);
  await removeOlder(folder, source.name, output);
  return output;
}

async function removeOlder(folder: string, name: string, keep: string): Promise<void> {
  const pattern = new RegExp(`^${name}-[0-9a-f]{16}\\.mjs$`);
  for (const file of await readdir(folder)) {
    if (file !== keep && pattern.test(file)) await rm(join(folder, file), { force: true });
  }
}

async function isFresh(root: string, record: CacheRecord): Promise<boolean> {
  try {
    const files = [join(root, CACHE_FOLDER, record.output)];
    await Promise.all(files.map((file) => readFile(file)));
    const current = await Promise.all(
      Object.entries(record.inputs).map(
        async ([path, expected]) => hash(await readFile(resolve(root, path))) === expected,
      ),
    );
    return current.every(Boolean);
  } catch {
    // A file that is gone makes the record stale; transpiling reports what is missing.
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
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    typeof value.key === 'string' &&
    'output' in value &&
    typeof value.output === 'string' &&
    'inputs' in value &&
    typeof value.inputs === 'object' &&
    value.inputs !== null
  );
}

/** A second command may read meanwhile: it sees the old file or the new one, never half of it. */
async function writeAtomically(file: string, content: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, file);
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Reads one export of a loaded module. @throws ProjectError naming the file when it is missing. */
export function requireExport(
  module: ModuleExports,
  { name, file }: { readonly name: string; readonly file: string },
): unknown {
  const value = module[name];
  if (value === undefined)
    throw new ProjectError(`${file} has no ${name === 'default' ? 'default export' : `export "${name}"`}.`);
  return value;
}
