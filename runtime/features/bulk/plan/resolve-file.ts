import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** The file at a path of the import, or a sentence that says why there is none. */
export type ResolveFile = (file: string) => Promise<{ readonly path: string } | string>;

/** Files stand in the folder of the import: neither paths nor links lead out of it. */
export function createResolveFile(root: string): ResolveFile {
  const inside = realpath(root);
  return async (file) => {
    const path = await realpath(join(root, ...file.split('/'))).catch(() => undefined);
    if (path === undefined) return `${file} does not exist in the import folder.`;
    if (!path.startsWith((await inside) + sep)) return `${file} is outside of the import folder.`;
    return (await stat(path)).isFile() ? { path } : `${file} is not a file.`;
  };
}
