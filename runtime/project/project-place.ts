import { dirname, isAbsolute, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../kernel/util/packages/package-root.js';

/** Folders with code of the packages, also if the project is their repository. */
const OWN_FOLDERS = ['dist', 'runtime', 'generator', 'create', 'node_modules'];

/**
 * Returns the position in the project's own code where an error was thrown, such as `scaffold.ts:4:11`. Undefined if
 * there is none.
 */
export function projectPlace(error: Error, root: string): string | undefined {
  for (const frame of (error.stack ?? '').split('\n')) {
    const [, file, position] = /((?:file:\/\/)?\/[^()]+?):(\d+:\d+)\)?$/.exec(frame) ?? [];
    if (file === undefined || position === undefined) continue;
    const path = file.startsWith('file:') ? fileURLToPath(file) : file;
    const inside = relative(root, path);
    if (inside.startsWith('..') || isAbsolute(inside) || inside.startsWith('.cms')) continue;
    const isOwn = OWN_FOLDERS.some((folder) =>
      path.startsWith(`${dirname(packageRoot())}${sep}${folder}${sep}`),
    );
    if (!isOwn && !inside.split(sep).includes('node_modules')) return `${inside}:${position}`;
  }
  return undefined;
}
