import { relative } from 'node:path';
import type { UploadsConfig } from './settings.js';
import type { ConfigProblem } from '../../kernel/errors/config-error.js';

/**
 * Local filesystems without public addresses whose folder lies in one that has them: everybody who learns the name of
 * a file could read it there, past the checks of its record (contract decision 41).
 */
export function exposedRoots(filesystems: UploadsConfig['filesystems']): readonly ConfigProblem[] {
  const local = Object.entries(filesystems).flatMap(([alias, options]) =>
    options.driver === 'local' ? [{ alias, ...options }] : [],
  );
  const open = local.filter(({ publicUrl }) => publicUrl !== null);
  const closed = local.filter(({ publicUrl }) => publicUrl === null);
  return closed.flatMap(({ alias, root }) =>
    open
      .filter((other) => isInside(root, other.root))
      .map((other) => ({
        key: `filesystems.${alias}.root`,
        problem: `lies in the folder of "${other.alias}", which has a public_url`,
        advice: 'give it a folder outside of that one',
      })),
  );
}

function isInside(folder: string, parent: string): boolean {
  const way = relative(parent, folder);
  return !/^\.\.(?:[/\\]|$)/.test(way);
}
