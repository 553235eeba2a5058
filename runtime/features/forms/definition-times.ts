import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILES, type KernelConfig } from '../../kernel/settings/config.js';
import { packageRoot } from '../../kernel/util/packages/package-root.js';
import type { RegisteredFormType } from './form-types.js';

/**
 * Returns when the file that defines a form type was last changed.
 * @throws Error naming the expected files
 */
export type DefinitionTime = (type: RegisteredFormType) => Promise<Date>;

/**
 * Creates the function for types of schema files, of the configuration, and of the package, which have the date of
 * their installation.
 */
export function createDefinitionTime({ projectRoot }: Pick<KernelConfig, 'projectRoot'>): DefinitionTime {
  return async ({ name, source }) => {
    for (const path of candidates(name, source, projectRoot)) {
      const found = await stat(path).catch(() => undefined);
      if (found !== undefined) return found.mtime;
    }
    const places = candidates(name, source, '').join(' or ');
    throw new Error(`the file of ${name} was not found (${places} in the folder of the project)`);
  };
}

function candidates(
  name: string,
  source: RegisteredFormType['source'],
  projectRoot: string,
): readonly string[] {
  switch (source) {
    case 'schema file':
      // The schema files may not be deployed, but the generated files always are.
      return [`schemas/forms/${name}.json`, 'generated/manifest.ts'].map((path) => join(projectRoot, path));
    case 'configuration':
      return CONFIG_FILES.map((file) => join(projectRoot, file));
    case 'package':
      return [join(packageRoot(), 'package.json')];
  }
}
