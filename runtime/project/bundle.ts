import { resolve, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Esbuild from 'esbuild';
import type { BuildFailure, BuildOptions, Plugin } from 'esbuild';
import { createRequire, isBuiltin } from 'node:module';
import {
  GENERATOR_NAME,
  PACKAGE_NAME,
  packageRoot,
  packageEntryUrl,
} from '../kernel/util/packages/package-root.js';
import { findPackage } from '../kernel/util/packages/find-package.js';
import { BUILD_FOLDER, type Bundle } from './module-cache.js';
import { ProjectError } from './project-error.js';

export interface BundleTask {
  readonly root: string;
  readonly contents: string;
  readonly resolveDir: string;
  /** Folder from which it appears to run, if no package is installed next to it; the project folder by default. */
  readonly runsFrom?: string;
  /** Runtime that it imports: the running one (default), or the installed one. */
  readonly runtime?: 'running' | 'installed';
}

/** Name of the virtual entry module. */
const ENTRY = '<project>';

/** Keeps package imports; Node resolves them when the module is imported. */
const BY_NAME: BuildOptions = { packages: 'external' };

/**
 * Bundles project code into one JavaScript module. Packages stay imports, and this package resolves to the running
 * one.
 */
export async function bundle(task: BundleTask): Promise<Bundle> {
  const { root, contents, resolveDir, runsFrom, runtime = 'running' } = task;
  const { build } = loadBundler(root);
  try {
    const { plugins = [], ...packages } =
      runsFrom === undefined ? BY_NAME : packagesByAddress(root, runsFrom);
    const result = await build({
      ...packages,
      plugins: [runtimeIsExternal(runtime === 'running' ? packageEntryUrl() : PACKAGE_NAME), ...plugins],
      absWorkingDir: root,
      stdin: { contents, resolveDir, loader: 'ts', sourcefile: ENTRY },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      sourcemap: 'inline',
      // The module is imported from the cache folder, but errors must refer to the files of the project.
      sourceRoot: pathToFileURL(`${root}/`).href,
      metafile: true,
      logLevel: 'silent',
    });
    const inputs = Object.keys(result.metafile.inputs)
      .filter((input) => !input.endsWith(ENTRY))
      .map((input) => resolve(root, input));
    return { code: result.outputFiles[0]?.text ?? '', inputs };
  } catch (error) {
    throw isBuildFailure(error) ? new ProjectError(describeFailure(error), { cause: error }) : error;
  }
}

/**
 * Loads the bundler, which comes with the generator.
 * @throws ProjectError if the generator is not installed; such deployments run the result of `cms build`
 */
function loadBundler(root: string): typeof Esbuild {
  const generator = findPackage(GENERATOR_NAME, root);
  if (generator === undefined)
    throw new ProjectError(
      `The compiled code of this project is missing or out of date. Run \`cms build\` where ${GENERATOR_NAME} is installed, and copy ${BUILD_FOLDER}/ here.`,
    );
  return createRequire(join(generator, 'package.json'))('esbuild') as typeof Esbuild;
}

/** Keeps the runtime external, because there must be only one instance. `path` is its import path. */
function runtimeIsExternal(path: string): Plugin {
  const sourceEntry = resolve(packageRoot(), 'index');
  return {
    name: 'runtime-is-external',
    setup(build) {
      const runtime = { path, external: true };
      build.onResolve({ filter: new RegExp(`^${PACKAGE_NAME}$`) }, () => runtime);
      build.onResolve({ filter: /(^|\/)runtime\/index\.[jt]s$/ }, ({ path, resolveDir }) =>
        resolve(resolveDir, path).replace(/\.[jt]s$/, '') === sourceEntry ? runtime : undefined,
      );
    },
  };
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

function describeFailure({ errors }: BuildFailure): string {
  return errors
    .map(({ text, location }) =>
      location === null ? text : `${location.file}:${location.line}:${location.column}: ${text}`,
    )
    .join('\n');
}

/**
 * Returns options for bundling a module without installed packages next to it. Packages are resolved now, by Node's
 * rules, and imported by URL.
 * @param runsFrom folder from which the module appears to run
 */
function packagesByAddress(root: string, runsFrom: string): BuildOptions {
  const file = join(runsFrom, 'module.mjs');
  return {
    plugins: [addressPlugin(root)],
    conditions: 'require_module' in process.features ? ['module-sync', 'node-addons'] : ['node-addons'],
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(file).href),
      'import.meta.filename': JSON.stringify(file),
      'import.meta.dirname': JSON.stringify(runsFrom),
    },
  };
}

/** Source files that only the bundler can read; an alias may point to one. */
const SOURCE = /\.[cm]?tsx?$/;

function addressPlugin(root: string): Plugin {
  const requested = { isRequested: true };
  return {
    name: 'packages-by-address',
    setup(build) {
      build.onResolve({ filter: /^[^./#]/ }, async ({ path, pluginData, ...from }) => {
        if (pluginData === requested || isBuiltin(path) || URL.canParse(path)) return undefined;
        const { path: found, errors } = await build.resolve(path, { ...from, pluginData: requested });
        if (SOURCE.test(found)) return undefined;
        // A missing package fails when it is imported, because the importing module may handle that.
        const file = errors.length === 0 ? found : join(root, 'node_modules', path);
        return { path: pathToFileURL(file).href, external: true };
      });
    },
  };
}
