import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  addDeployments,
  createProject,
  FolderError,
  packageSpecifiers,
  USUAL_PROJECT,
  type AddedDeployments,
  type DeployedProject,
  type DeploymentName,
  type ProjectChoices,
} from '#create';
import { findPackage } from 'cms-api-components/internal/kernel/util/packages/find-package.js';
import {
  ADMIN_NAME,
  IMPORTS_NAME,
  packageRoot,
  packageVersion,
  PACKAGE_NAME,
  GENERATOR_NAME,
} from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import { CONFIG_FILES } from 'cms-api-components/internal/kernel/settings/config.js';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';
import { ProjectError } from 'cms-api-components/internal/project/project-error.js';
import { readConfiguration } from '../configured-names.js';

/**
 * Creates a new project that depends on the running packages.
 * @returns the paths of the files, relative to the folder.
 * @throws ProjectError if the folder is not empty.
 */
export async function initProject(
  directory: string,
  choices: Partial<ProjectChoices> = {},
): Promise<readonly string[]> {
  const generator = packageRoot(import.meta.url);
  const specifiers = await packageSpecifiers(resolve(directory), packageVersion(), {
    [PACKAGE_NAME]: packageRoot(),
    [GENERATOR_NAME]: generator,
    // Without these optional packages, the dependencies of the generator may still name their archives.
    [ADMIN_NAME]: findPackage(ADMIN_NAME, generator) ?? generator,
    [IMPORTS_NAME]: findPackage(IMPORTS_NAME, generator) ?? generator,
  });
  try {
    return await createProject({ directory, ...choices, specifiers });
  } catch (error) {
    throw error instanceof FolderError ? new ProjectError(error.message) : error;
  }
}

/** Whether a folder contains the configuration of a project. */
export const isProject = (directory: string): boolean =>
  CONFIG_FILES.some((name) => existsSync(join(directory, name)));

/** Adds deployment files to a project, with the URLs and names of its configuration. Existing files are not changed. */
export async function deployProject(
  directory: string,
  deployments: readonly DeploymentName[],
): Promise<AddedDeployments> {
  return addDeployments(directory, deployments, await readDeployedProject(resolve(directory)));
}

async function readDeployedProject(root: string): Promise<DeployedProject> {
  const { createModuleLoader } = await import('cms-api-components/internal/project/module-loader.js');
  const { config } = await readConfiguration(root, createModuleLoader(root));
  const { name } = await readPackage(root);
  return {
    name: typeof name === 'string' ? name : basename(root),
    apiPrefix: textAt(config, 'api_prefix')?.replace(/\/+$/, '') ?? USUAL_PROJECT.apiPrefix,
    cookieName: textAt(config, 'refresh_token', 'cookie_name') ?? USUAL_PROJECT.cookieName,
    issuer: textAt(config, 'mercure', 'jwt', 'iss'),
  };
}

async function readPackage(root: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}');
  try {
    const document: unknown = JSON.parse(text);
    return isRecord(document) ? document : {};
  } catch {
    return {};
  }
}

function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = keys.reduce((object, key) => (isRecord(object) ? object[key] : undefined), value);
  return typeof found === 'string' ? found : undefined;
}
