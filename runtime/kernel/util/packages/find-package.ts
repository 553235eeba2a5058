import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from './package-root.js';

/** Returns the folder of an installed package, as resolved from `root`; undefined if it is not installed. */
export function installedPackage(name: string, root: string): string | undefined {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** Returns the folder of a package installed by the project, or else next to this package. */
export function findPackage(name: string, project: string): string | undefined {
  return installedPackage(name, project) ?? installedPackage(name, packageRoot());
}
