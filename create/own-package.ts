import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the folder of this package, in the repository or in `node_modules`. */
export function ownFolder(): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  return existsSync(join(folder, 'package.json')) ? folder : dirname(folder);
}

/** Returns the folders of layers. */
export const templateFolders = (layers: readonly string[]): readonly string[] =>
  layers.map((layer) => join(ownFolder(), 'templates', layer));

interface PackageDocument {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Returns the `package.json` of this package, whose members this repository defines. */
export const ownPackage = (): PackageDocument =>
  JSON.parse(readFileSync(join(ownFolder(), 'package.json'), 'utf8')) as PackageDocument;
