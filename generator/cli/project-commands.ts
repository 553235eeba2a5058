import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_FILES } from '../configured-names.js';
import type { DeclaredCommand } from '../../runtime/kernel/contract/command.js';
import { didYouMean } from '../../runtime/kernel/util/suggest.js';

/** Whether `root` is a project that can have commands of its own: settings in JSON hold no code. Costs two looks at the folder. */
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

/** The message for an unknown command; `names` are the commands that exist. */
export function describeUnknown(id: string, names: readonly string[]): string {
  const isLong = id.startsWith('cms:');
  const known = names.filter((name) => name.startsWith('cms:') === isLong);
  return `command ${id} not found. ${didYouMean(id, known)}\nSee \`cms --help\`.`;
}
