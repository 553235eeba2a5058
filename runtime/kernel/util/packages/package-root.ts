import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const PACKAGE_NAME = 'cms-api-components';

/** The package that reads schemas and generates code; projects need it for development only. */
export const GENERATOR_NAME = 'cms-api-components-generator';

/** The package with the admin application; optional in a project. */
export const ADMIN_NAME = `${PACKAGE_NAME}-admin`;

/** The package with further formats of `cms import`; optional in a project. */
export const IMPORTS_NAME = `${PACKAGE_NAME}-imports`;

/**
 * Returns the root folder of the package that a module belongs to: a workspace of this repository, or a copy
 * in a project's `node_modules`.
 * @param module `import.meta.url` of the module; default: the runtime
 */
export function packageRoot(module: string = import.meta.url): string {
  let folder = dirname(fileURLToPath(module));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`The package of ${module} was not found`);
    folder = parent;
  }
  return folder;
}

/**
 * Returns a top-level asset folder of this repository. `build.js` copies it to `dist/` of a package; code
 * that runs from its sources reads the folder directly.
 * @param module `import.meta.url` of a module of the package
 */
export function assetFolder(path: string, module: string): string {
  const root = packageRoot(module);
  return extname(new URL(module).pathname) === '.ts' ? join(dirname(root), path) : join(root, 'dist', path);
}

interface PackageDocument {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly exports: { readonly '.': { readonly default: string } };
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Reads `package.json` of one of this repository's packages. */
export const packageDocument = (root: string = packageRoot()): PackageDocument =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as PackageDocument;

/** Returns the version of the running package, which all packages of this repository share. */
export const packageVersion = (): string => packageDocument().version;

/** Returns the command that installs the matching release of another package. */
export const installCommand = (name: string): string => `npm install ${name}@${packageVersion()}`;

/**
 * Returns the URL of the entry point of one of this repository's packages: its source if this module is a source, too.
 * @param root folder of the package; default: the runtime, which project imports must resolve to
 */
export function packageEntryUrl(root: string = packageRoot()): string {
  const isSource = extname(new URL(import.meta.url).pathname) === '.ts';
  const path = isSource ? 'index.ts' : packageDocument(root).exports['.'].default;
  return pathToFileURL(join(root, path)).href;
}
