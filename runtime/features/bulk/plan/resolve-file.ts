import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Returns the absolute path of an import file, or an error message. */
export type ResolveFile = (file: string) => Promise<{ readonly path: string } | string>;

/** Creates the resolver. Neither paths nor links can leave the import folder. */
export function createResolveFile(root: string): ResolveFile {
  const inside = realpath(root);
  return async (file) => {
    const path = await realpath(join(root, ...file.split('/'))).catch(() => undefined);
    if (path === undefined) return `${file} does not exist in the import folder.`;
    if (!path.startsWith((await inside) + sep)) return `${file} is outside of the import folder.`;
    return (await stat(path)).isFile() ? { path } : `${file} is not a file.`;
  };
}
