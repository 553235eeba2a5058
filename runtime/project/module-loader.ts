import { basename, dirname, relative } from 'node:path';
import { bundle } from './bundle.js';
import { importUncached } from './import-uncached.js';
import { missingPackage } from './missing-package.js';
import { createModuleCache, hash, type CachedModule, type ModuleCache } from './module-cache.js';
import { runtimeEntryUrl } from '../kernel/util/package-root.js';
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

/** Runs TypeScript of a project: bundled once per content, imported as JavaScript (ADR 18). */
export function createModuleLoader(root: string): ModuleLoader {
  const cache = createModuleCache(root);
  const nameOf = (path: string): string => `file-${relative(root, path).replaceAll(/[^A-Za-z0-9]+/g, '-')}`;
  const loader: ModuleLoader = {
    importFile(path) {
      // Errors in the module are reported with the line of its source file.
      process.setSourceMapsEnabled(true);
      const specifier = JSON.stringify(`./${basename(path)}`);
      return loader.load({
        name: nameOf(path),
        // Whoever asked for the file says what it should have exported.
        contents: `import * as all from ${specifier};\nexport * from ${specifier};\nexport default all.default;`,
        resolveDir: dirname(path),
      });
    },
    filesOf: (path) => cache.filesOf(nameOf(path)),
    async load(source) {
      const module = await transpiled(source, { root, cache });
      try {
        // A namespace object is a record of its exports, whatever the module is.
        return (await module.run()) as ModuleExports;
      } catch (error) {
        throw (await missingPackage(error, root, module.files)) ?? error;
      }
    },
  };
  return loader;
}

interface TranspiledModule {
  /** Absolute paths of the files that it was made of. */
  readonly files: readonly string[];
  run(): Promise<unknown>;
}

interface ProjectModules {
  readonly root: string;
  readonly cache: ModuleCache;
}

/**
 * Transpiles a module where it is not cached; where nothing can be kept (a folder that is only read, a full disk), for this
 * once.
 */
async function transpiled(source: ModuleSource, { root, cache }: ProjectModules): Promise<TranspiledModule> {
  const { name, contents, resolveDir } = source;
  const key = hash(`${contents}\n${resolveDir}\n${runtimeEntryUrl()}`);
  const found = await cache.find(name, key);
  if (found !== undefined) return cachedModule(found);
  const task = { root, contents, resolveDir };
  const made = await bundle(task);
  const kept = await cache.keep({ name, key, bundle: made }).catch(() => undefined);
  if (kept !== undefined) return cachedModule(kept);
  const { code, inputs } = await bundle({ ...task, runsFrom: cache.folder });
  return { files: inputs, run: () => importUncached(code) };
}

function cachedModule({ url, files }: CachedModule): TranspiledModule {
  return { files, run: () => import(/* @vite-ignore */ url) };
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
