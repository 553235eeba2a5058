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

interface PackageDocument {
  readonly version: string;
  /** The version that the package itself is compiled and tested with. */
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** The `package.json` of the running package; its members are what this repository wrote. */
export const packageDocument = (): PackageDocument =>
  JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as PackageDocument;

/** Version of the running package. */
export const packageVersion = (): string => packageDocument().version;

/** The one instance of the runtime: what projects import must be what runs them. */
export function runtimeEntryUrl(): string {
  return new URL(`../../index${extname(import.meta.url)}`, import.meta.url).href;
}
