import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from './package-root.js';

/** Folder of a package that a project, or another package, has installed; undefined when it is not there. */
export function installedPackage(name: string, root: string): string | undefined {
  try {
    return dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** Folder of a package that a project has installed, else of the one that stands beside this package. */
export function findPackage(name: string, project: string): string | undefined {
  return installedPackage(name, project) ?? installedPackage(name, packageRoot());
}
