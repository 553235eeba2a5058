import { resolve } from 'node:path';
import { createProject, FolderError, packageSpecifiers, type ProjectChoices } from '#create';
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
  const specifiers = await packageSpecifiers(resolve(directory), packageVersion(), {
    [PACKAGE_NAME]: packageRoot(),
    [GENERATOR_NAME]: packageRoot(import.meta.url),
  });
  try {
    return await createProject({ directory, ...choices, specifiers });
  } catch (error) {
    throw error instanceof FolderError ? new ProjectError(error.message) : error;
  }
}
