import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_FILESYSTEM } from '../runtime/contract/default-filesystem.js';
import type { GeneratorOptions } from './options.js';

/** The configuration file that can be read without running code. */
export const CONFIG_FILE = 'cms.config.json';

export type ConfiguredNames = Pick<GeneratorOptions, 'adapters' | 'imageFilters'>;

/**
 * Names that a project's configuration gives to filesystems and image filters. A configuration that is missing, is code
 * or is broken names none, so nothing is checked: what is wrong with it is for the start of the server to say.
 */
export async function readConfiguredNames(projectRoot: string): Promise<ConfiguredNames> {
  let config: unknown;
  try {
    config = JSON.parse((await readFile(join(projectRoot, CONFIG_FILE), 'utf8')).replace(/^\uFEFF/, ''));
  } catch {
    return {};
  }
  if (!isRecord(config)) return {};
  const { filesystems, image_filters: imageFilters } = config;
  return {
    adapters: isRecord(filesystems) ? Object.keys(filesystems) : [DEFAULT_FILESYSTEM],
    imageFilters: isRecord(imageFilters) ? Object.keys(imageFilters) : [],
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
