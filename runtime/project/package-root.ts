import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PACKAGE_NAME = 'cms-api-components';

/** Folder of the running package: this repository, or the copy in a project's `node_modules`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`The folder of ${PACKAGE_NAME} was not found`);
    folder = parent;
  }
  return folder;
}

/** Version of the running package. */
export function packageVersion(): string {
  const document: unknown = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'));
  const version =
    typeof document === 'object' && document !== null && 'version' in document && document.version;
  return typeof version === 'string' ? version : '0.0.0';
}

/** The one instance of the runtime: what projects import must be what runs them. */
export function runtimeEntryUrl(): string {
  return new URL(`../index${extname(import.meta.url)}`, import.meta.url).href;
}
