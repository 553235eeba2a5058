import { basename, dirname, relative, join } from 'node:path';
import { bundle } from './bundle.js';
import {
  BUILD_FOLDER,
  CACHE_FOLDER,
  createModuleCache,
  hash,
  type CachedModule,
  type ModuleCache,
} from './module-cache.js';
import { packageVersion, packageEntryUrl } from '../kernel/util/packages/package-root.js';
import { ProjectError } from './project-error.js';
import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';

/** A TypeScript module of the project: one of its files, or source text that imports them. */
export interface ModuleSource {
  /** Name of the files in the cache folder, unique per source. */
  readonly name: string;
  readonly contents: string;
  /** Folder against which the imports of `contents` are resolved. */
  readonly resolveDir: string;
}

export interface ModuleLoader {
  /** Imports the module. Transpiles it first if one of its files has changed. */
  load(source: ModuleSource): Promise<ModuleExports>;
  /** Imports one file of the project with all its exports. */
  importFile(path: string): Promise<ModuleExports>;
  /** Returns the file and all project files that it imports, as of the last successful transpilation. */
  filesOf(path: string): Promise<readonly string[]>;
}

export type ModuleExports = Readonly<Record<string, unknown>>;

/**
 * Creates a loader for TypeScript of a project, which is bundled once per content and imported as JavaScript (ADR
 * 18).
 */
export function createModuleLoader(root: string): ModuleLoader {
  const cache = createModuleCache(root, CACHE_FOLDER);
  const build = createModuleCache(root, BUILD_FOLDER);
  const loader: ModuleLoader = {
    importFile(path) {
      // Errors in the module are reported with the line of its source file.
      process.setSourceMapsEnabled(true);
      return loader.load(fileSource(root, path));
    },
    async filesOf(path) {
      const { name } = fileSource(root, path);
      return [...new Set([...(await cache.filesOf(name)), ...(await build.filesOf(name))])];
    },
    async load(source) {
      const module = await transpiled(source, { root, cache, build });
      try {
        // a namespace object is a record of its exports
        return (await module.run()) as ModuleExports;
      } catch (error) {
        throw (await missingPackage(error, root, module.files)) ?? error;
      }
    },
  };
  return loader;
}

/** Returns a module with all exports of a project file. */
export function fileSource(root: string, path: string): ModuleSource {
  const specifier = JSON.stringify(`./${basename(path)}`);
  return {
    name: `file-${relative(root, path).replaceAll(/[^A-Za-z0-9]+/g, '-')}`,
    // Callers check the exports themselves.
    contents: `import * as all from ${specifier};\nexport * from ${specifier};\nexport default all.default;`,
    resolveDir: dirname(path),
  };
}

/**
 * Transpiles a module of the project in `root` for deployments that neither compile nor write (`cms build`).
 * @returns path of the JavaScript file
 * @throws ProjectError if the TypeScript cannot be bundled
 */
export async function buildModule(root: string, source: ModuleSource): Promise<string> {
  const { name, contents, resolveDir } = source;
  const made = await bundle({ root, contents, resolveDir, runtime: 'installed' });
  const stored = await createModuleCache(root, BUILD_FOLDER).keep({
    name,
    key: buildKey(root, source),
    bundle: made,
  });
  return fileURLToPath(stored.url);
}

/** Returns the key of a build, which depends on the package version but not on the project's location. */
const buildKey = (root: string, { contents, resolveDir }: ModuleSource): string =>
  hash(`${contents}\n${relative(root, resolveDir)}\n${packageVersion()}`);

interface TranspiledModule {
  /** Absolute paths of its source files. */
  readonly files: readonly string[];
  run(): Promise<unknown>;
}

interface ProjectModules {
  readonly root: string;
  /** Modules that commands transpiled on demand. */
  readonly cache: ModuleCache;
  /** Modules that `cms build` transpiled. */
  readonly build: ModuleCache;
}

/**
 * Returns a cached module or transpiles it. If nothing can be written (read-only folder, full disk), the result is
 * used once.
 */
async function transpiled(
  source: ModuleSource,
  { root, cache, build }: ProjectModules,
): Promise<TranspiledModule> {
  const { name, contents, resolveDir } = source;
  const built = await build.find(name, buildKey(root, source));
  if (built !== undefined) return cachedModule(built);
  const key = hash(`${contents}\n${resolveDir}\n${packageEntryUrl()}`);
  const found = await cache.find(name, key);
  if (found !== undefined) return cachedModule(found);
  const task = { root, contents, resolveDir };
  const made = await bundle(task);
  const stored = await cache.keep({ name, key, bundle: made }).catch(() => undefined);
  if (stored !== undefined) return cachedModule(stored);
  const { code, inputs } = await bundle({ ...task, runsFrom: cache.folder });
  return { files: inputs, run: () => importUncached(code) };
}

function cachedModule({ url, files }: CachedModule): TranspiledModule {
  return { files, run: () => import(/* @vite-ignore */ url) };
}

/** Returns one export of a loaded module. @throws ProjectError with the file if it is missing */
export function requireExport(
  module: ModuleExports,
  { name, file }: { readonly name: string; readonly file: string },
): unknown {
  const value = module[name];
  if (value === undefined)
    throw new ProjectError(`${file} has no ${name === 'default' ? 'default export' : `export "${name}"`}.`);
  return value;
}

/**
 * Imports a module without a cache and leaves no files. It imports packages by URL, because it has no `node_modules`.
 * It is run from memory only if no file can be written, because source maps need a file.
 */
async function importUncached(code: string): Promise<unknown> {
  const folder = await temporaryFolder();
  if (folder === undefined)
    return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
  try {
    const file = join(folder, 'module.mjs');
    await writeFile(file, code);
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a folder into which no other user can have put code. */
function temporaryFolder(): Promise<string | undefined> {
  return mkdtemp(join(tmpdir(), 'cms-')).catch(() => undefined);
}

/**
 * Returns the message for a missing package that a project file imports. Undefined for any other failure.
 * @param files absolute paths of the executed files
 */
async function missingPackage(
  error: unknown,
  root: string,
  files: readonly string[],
): Promise<ProjectError | undefined> {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND')
    return undefined;
  const name = nameIn(error.message, join(root, 'node_modules/'));
  if (name === undefined) return undefined;
  const importing = await firstThatImports(name, files);
  const where = importing === undefined ? 'A file of the project' : relative(root, importing);
  const message = `${where} imports the package "${name}", which is not installed. Run \`npm install ${name}\`, then the command again.`;
  return new ProjectError(message, { cause: error });
}

/**
 * Returns the package name in an error. Node versions report either the package or the whole specifier. A package
 * imported by URL is not in the folder.
 */
function nameIn(message: string, folder: string): string | undefined {
  const [, kind, path = ''] = /Cannot find (package|module) '([^']+)/.exec(message) ?? [];
  const isAddress = path.startsWith(folder);
  if (kind === 'module' && !isAddress) return undefined;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(isAddress ? path.slice(folder.length) : path)?.[0];
  return name === undefined || existsSync(join(folder, name)) ? undefined : name;
}

async function firstThatImports(name: string, files: readonly string[]): Promise<string | undefined> {
  const specifier = new RegExp(`['"]${name.replaceAll(/[^\w@/-]/g, '\\$&')}(?:/[^'"]*)?['"]`);
  for (const file of files) if (specifier.test(await readFile(file, 'utf8').catch(() => ''))) return file;
  return undefined;
}
