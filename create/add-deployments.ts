import { resolve } from 'node:path';
import type { DeploymentName } from './choices.js';
import { deploymentLayers, deploymentValues, type DeployedProject } from './deployments.js';
import { joinLayers, splitFiles, writeFiles } from './layers.js';
import { templateFolders } from './own-package.js';

/** Paths of files, relative to the project, in alphabetical order. */
export interface AddedDeployments {
  readonly written: readonly string[];
  /** They were there already, and stay as they are. */
  readonly kept: readonly string[];
}

/** New projects get theirs by a layer; one that exists says itself what it is. */
const CONFIGURATION = 'cms.config.json';

/** Writes the files of deployments into a project that exists. No file of it is changed. */
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
