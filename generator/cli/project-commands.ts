import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DeclaredCommand } from '../../runtime/kernel/contract/command.js';

/** Settings in JSON hold no code, so a project with those is never asked. */
const CODE_FILES = ['cms.config.ts', 'cms.config.mjs'];

/** Whether `root` is a project that can have commands of its own; costs two looks at the folder. */
export function mayHaveCommands(root: string): boolean {
  return CODE_FILES.some((name) => existsSync(join(root, name)));
}

/**
 * The commands that the features of the project in `root` add, by name.
 * @throws what its configuration throws, and ConfigError when its features cannot be used.
 */
export async function projectCommands(root: string): Promise<readonly DeclaredCommand[]> {
  const file = CODE_FILES.map((name) => join(root, name)).find((path) => existsSync(path));
  if (file === undefined) return [];
  const { createModuleLoader } = await import('../../runtime/project/module-loader.js');
  const { featuresOf } = await import('../../runtime/config/check-features.js');
  const exported = await createModuleLoader(root).importFile(file);
  return featuresOf(exported['default'] ?? exported['config'])
    .flatMap(({ commands = [] }) => commands)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
