import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** TypeScript files below a folder of the repository, without compiled ones. */
export const sourceFiles = (folder: string): string[] => filesBelow(folder, /\.tsx?$/);

/**
 * Files below a folder of the repository whose names match, without compiled ones. Paths are sorted and relative to
 * the repository.
 */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((folder) => folder === 'dist' || folder === 'node_modules'))
    .sort();
}
