import { resolve } from 'node:path';
import type { DeploymentName } from './choices.js';
import { deploymentLayers, deploymentValues, type DeployedProject } from './deployments.js';
import { joinLayers, splitFiles, writeFiles } from './layers.js';
import { templateFolders } from './own-package.js';

/** Paths of files relative to the project, sorted. */
export interface AddedDeployments {
  readonly written: readonly string[];
  /** Existing files, which were not changed. */
  readonly kept: readonly string[];
}

/** New projects get their configuration from a layer; existing projects keep theirs. */
const CONFIGURATION = 'cms.config.json';

/** Adds deployment files to an existing project, without changing its files. */
export async function addDeployments(
  directory: string,
  deployments: readonly DeploymentName[],
  project: DeployedProject,
): Promise<AddedDeployments> {
  const root = resolve(directory);
  const layers = await joinLayers(templateFolders(deploymentLayers(deployments)));
  const files = new Map([...layers].filter(([path]) => path !== CONFIGURATION));
  const values = deploymentValues(project);
  const { missing, existing } = splitFiles(root, files, values);
  return { written: await writeFiles(root, missing, values), kept: existing };
}
