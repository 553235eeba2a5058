import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this package: in the repository, or in somebody's `node_modules`. */
export function ownFolder(): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(folder, 'package.json')) ? folder : dirname(folder);
}

/** Folders of layers, by their names. */
export const templateFolders = (layers: readonly string[]): readonly string[] =>
  layers.map((layer) => join(ownFolder(), 'templates', layer));

interface PackageDocument {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The `package.json` of this package; its members are what this repository wrote. */
export const ownPackage = (): PackageDocument =>
  JSON.parse(readFileSync(join(ownFolder(), 'package.json'), 'utf8')) as PackageDocument;
