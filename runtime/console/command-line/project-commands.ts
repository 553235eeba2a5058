import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_FILES } from '../../kernel/settings/config.js';
import type { DeclaredCommand, LoadedFlags } from '../../kernel/contract/features/command.js';
import type { DeclaredFeature } from '../../kernel/contract/features/declared-feature.js';
import type { ProvidedApi } from '../../kernel/contract/features/feature-api.js';
import { GENERATOR_NAME } from '../../kernel/util/packages/package-root.js';
import { didYouMean } from '../../kernel/util/text/suggest.js';
import { findPackage } from '../../kernel/util/packages/find-package.js';

/**
 * Returns whether the project in `root` can have commands, which requires a configuration in code. Costs two
 * file checks.
 */
export function mayHaveCommands(root: string): boolean {
  return CODE_FILES.some((name) => existsSync(join(root, name)));
}

/**
 * Returns the commands of the project's features, by name.
 * @throws errors of its configuration; ConfigError if its features are invalid.
 */
export const projectCommands = async (root: string): Promise<readonly DeclaredCommand[]> =>
  (await projectFeatures(root))
    .flatMap(({ commands = [] }) => commands)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

/**
 * Returns the features that the configuration of the project declares.
 * @throws errors of its configuration; ConfigError if its features are invalid.
 */
export async function projectFeatures(root: string): Promise<readonly DeclaredFeature[]> {
  const file = CODE_FILES.map((name) => join(root, name)).find((path) => existsSync(path));
  if (file === undefined) return [];
  const { createModuleLoader } = await import('../../project/module-loader.js');
  const { featuresOf } = await import('../../config/check-features.js');
  const exported = await createModuleLoader(root).importFile(file);
  return featuresOf(exported['default'] ?? exported['config']);
}

/** Returns the flags of a command that depend on installed packages and on the features of the project. */
export async function loadFlags(command: DeclaredCommand, root: string): Promise<LoadedFlags> {
  if (command.loadFlags === undefined) return { flags: {} };
  const features: readonly Providing[] = await projectFeatures(root);
  return command.loadFlags(features.flatMap(({ provides = [] }) => provides));
}

/** A feature that declares its behaviour directly, so that its values are known before it is created. */
interface Providing extends DeclaredFeature {
  readonly provides?: readonly ProvidedApi[];
}

/** Returns the message for an unknown command of the project in `root`; `names` are the existing commands. */
export function describeUnknown(id: string, names: readonly string[], root: string): string {
  const isLong = id.startsWith('cms:');
  const known = names.filter((name) => name.startsWith('cms:') === isLong);
  const advice =
    findPackage(GENERATOR_NAME, root) === undefined
      ? `\nCommands that read schemas require ${GENERATOR_NAME}. Install it with \`npm install --save-dev ${GENERATOR_NAME}\`.`
      : '';
  return `command ${id} not found. ${didYouMean(id, known)}${advice}\nRun \`cms --help\` to list all commands.`;
}
