import { resolve } from 'node:path';
import {
  createProject,
  FolderError,
  packageSpecifier,
  type ProjectChoices,
} from '../../create/create-project.js';
import { packageRoot, packageVersion, PACKAGE_NAME } from '../../runtime/kernel/util/package-root.js';
import { ProjectError } from '../../runtime/project/project-error.js';

/**
 * Writes a new project that uses the running packages.
 * @returns the paths of the files, relative to the folder.
 * @throws ProjectError when the folder has files.
 */
export async function initProject(
  directory: string,
  choices: Partial<ProjectChoices> = {},
): Promise<readonly string[]> {
  const running = { folder: packageRoot(), name: PACKAGE_NAME, version: packageVersion() };
  const specifier = await packageSpecifier(resolve(directory), running);
  try {
    return await createProject({ directory, ...choices, specifiers: { [PACKAGE_NAME]: specifier } });
  } catch (error) {
    throw error instanceof FolderError ? new ProjectError(error.message) : error;
  }
}
