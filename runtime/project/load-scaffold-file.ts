import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isScaffold, type Scaffold } from '../scaffold/scaffold.js';
import { createModuleLoader } from './module-loader.js';
import { ProjectError } from './project-error.js';

export const DEFAULT_SCAFFOLD = 'scaffold.ts';

/** Returns whether the project has a scaffold with the default name. */
export function hasDefaultScaffold(root: string): boolean {
  return existsSync(resolve(root, DEFAULT_SCAFFOLD));
}

/**
 * Loads a scaffold file of the project.
 * @throws ProjectError if the file is missing or does not export a scaffold
 */
export async function loadScaffoldFile(root: string, file = DEFAULT_SCAFFOLD): Promise<Scaffold> {
  const path = resolve(root, file);
  if (!existsSync(path))
    throw new ProjectError(
      `${file} does not exist. Create a scaffold with \`cms make:cms-scaffold\`, or pass another file.`,
    );
  const module = await createModuleLoader(root).importFile(path);
  if (!isScaffold(module['default']))
    throw new ProjectError(
      `${file} must export a scaffold: \`export default defineScaffold(async (site) => { ... });\``,
    );
  return module['default'];
}
