import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_FILESYSTEM } from '../runtime/contract/default-filesystem.js';
import type { GeneratorOptions, ProjectCode } from './options.js';

/** The configuration file that can be read without running code. */
const CONFIG_FILE = 'cms.config.json';

/** Those that are code. */
const CODE_FILES = ['cms.config.ts', 'cms.config.mjs'];

/** Names of a configuration file; a project has one of them. */
export const CONFIG_FILES: readonly string[] = [CONFIG_FILE, ...CODE_FILES];

export type ConfiguredNames = Pick<GeneratorOptions, 'adapters' | 'imageFilters' | 'projectCode'>;

/** Runs a configuration that is code and answers what the module exports. */
export type ImportConfiguration = (path: string) => Promise<unknown>;

/**
 * Names that a project's configuration gives to filesystems, image filters and functions of its own. A configuration that
 * is missing or broken, or is code that may not be run, names none, so nothing is checked: what is wrong with it is for
 * the start of the server to say.
 */
export async function readConfiguredNames(
  projectRoot: string,
  importConfiguration?: ImportConfiguration,
): Promise<ConfiguredNames> {
  const config = await readConfiguration(projectRoot, importConfiguration).catch(() => undefined);
  if (!isRecord(config)) return {};
  const { filesystems, image_filters: imageFilters, extensions } = config;
  return {
    adapters: isRecord(filesystems) ? Object.keys(filesystems) : [DEFAULT_FILESYSTEM],
    imageFilters: keysOf(imageFilters),
    projectCode: projectCodeOf(extensions),
  };
}

async function readConfiguration(
  projectRoot: string,
  importConfiguration: ImportConfiguration | undefined,
): Promise<unknown> {
  const json = join(projectRoot, CONFIG_FILE);
  if (existsSync(json)) return JSON.parse((await readFile(json, 'utf8')).replace(/^\uFEFF/, ''));
  const code = CODE_FILES.map((name) => join(projectRoot, name)).find((path) => existsSync(path));
  if (code === undefined || importConfiguration === undefined) return undefined;
  const exported = await importConfiguration(code);
  return isRecord(exported) ? (exported['default'] ?? exported['config']) : undefined;
}

function projectCodeOf(extensions: unknown): ProjectCode {
  const { resolvers, constraints, urlGenerators } = isRecord(extensions) ? extensions : {};
  return {
    resolvers: keysOf(resolvers),
    constraints: keysOf(constraints),
    urlGenerators: keysOf(urlGenerators),
  };
}

function keysOf(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value).sort() : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
