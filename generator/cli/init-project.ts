import { resolve } from 'node:path';
import { createProject, FolderError, packageSpecifier, type ProjectChoices } from '#create';
import {
  packageRoot,
  packageVersion,
  PACKAGE_NAME,
  GENERATOR_NAME,
} from 'cms-api-components/internal/kernel/util/package-root.js';
import { ProjectError } from 'cms-api-components/internal/project/project-error.js';

/**
 * Writes a new project that uses the running packages.
 * @returns the paths of the files, relative to the folder.
 * @throws ProjectError when the folder has files.
 */
export async function initProject(
  directory: string,
  choices: Partial<ProjectChoices> = {},
): Promise<readonly string[]> {
  const version = packageVersion();
  const root = resolve(directory);
  const specifiers = {
    [PACKAGE_NAME]: await packageSpecifier(root, { name: PACKAGE_NAME, folder: packageRoot(), version }),
    [GENERATOR_NAME]: await packageSpecifier(root, {
      name: GENERATOR_NAME,
      folder: packageRoot(import.meta.url),
      version,
    }),
  };
  try {
    return await createProject({ directory, ...choices, specifiers });
  } catch (error) {
    throw error instanceof FolderError ? new ProjectError(error.message) : error;
  }
}
