import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_FILESYSTEM } from 'cms-api-components/internal/kernel/contract/schema/default-filesystem.js';
import {
  type ClientOptions,
  DEFAULT_TABLE_PREFIX,
  type GeneratorFeature,
  type GeneratorOptions,
  type ProjectCode,
} from './options.js';
import { schemaFolders } from './schema-folders.js';
import { CODE_FILES, CONFIG_FILE } from 'cms-api-components/internal/kernel/settings/config.js';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';

export type ConfiguredNames = Partial<
  Pick<GeneratorOptions, 'tablePrefix' | 'adapters' | 'imageFilters' | 'projectCode' | 'features' | 'client'>
>;

/** Access to a configuration written in TypeScript or JavaScript. The runtime validates its values. */
export interface ConfigurationCode {
  /** Imports the file and returns the exports of the module. */
  importFile(path: string): Promise<unknown>;
  /** Returns the features of a configuration. @throws ConfigError with every problem. */
  featuresOf(config: unknown): readonly GeneratorFeature[] | Promise<readonly GeneratorFeature[]>;
}

/**
 * Reads names from the configuration: filesystems, image filters, project functions, the table prefix, and the tables
 * of features. Ignores missing and invalid JSON settings, which the server reports when it starts.
 * @throws the errors of a configuration module, because its tables are unknown without it.
 */
export async function readConfiguredNames(
  projectRoot: string,
  code?: ConfigurationCode,
): Promise<ConfiguredNames> {
  const { config, isCode } = await readConfiguration(projectRoot, code);
  if (!isCode || code === undefined) return namesIn(config);
  const features = await code.featuresOf(config);
  return { ...namesIn(config, features), features };
}

/** Returns the configuration of a project, or undefined if it is missing or unreadable. */
export async function readConfiguration(
  projectRoot: string,
  code?: Pick<ConfigurationCode, 'importFile'>,
): Promise<{ readonly config: unknown; readonly isCode: boolean }> {
  const json = join(projectRoot, CONFIG_FILE);
  if (existsSync(json)) return { config: await readSettings(json), isCode: false };
  const file = CODE_FILES.map((name) => join(projectRoot, name)).find((path) => existsSync(path));
  if (file === undefined || code === undefined) return { config: undefined, isCode: false };
  const exported = await code.importFile(file);
  return {
    config: isRecord(exported) ? (exported['default'] ?? exported['config']) : undefined,
    isCode: true,
  };
}

async function readSettings(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function namesIn(config: unknown, features: readonly GeneratorFeature[] = []): ConfiguredNames {
  if (!isRecord(config)) return {};
  const {
    table_prefix: prefix = DEFAULT_TABLE_PREFIX,
    filesystems,
    image_filters: imageFilters,
    extensions,
    client,
  } = config;
  return {
    tablePrefix: typeof prefix === 'string' ? prefix : '',
    adapters: isRecord(filesystems) ? Object.keys(filesystems) : [DEFAULT_FILESYSTEM],
    imageFilters: keysOf(imageFilters),
    projectCode: projectCodeOf(extensions, features),
    client: clientOf(client),
  };
}

function clientOf(client: unknown): ClientOptions {
  const { out, bindings } = isRecord(client) ? client : {};
  const texts = (value: unknown): readonly string[] =>
    [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
  return { out: texts(out), bindings: texts(bindings) };
}

/** Keys of `extensions` with functions that the files of types name. */
const OF_TYPES = ['resolvers', 'constraints', 'urlGenerators'];

function projectCodeOf(extensions: unknown, features: readonly GeneratorFeature[]): ProjectCode {
  const registered = isRecord(extensions) ? extensions : {};
  const ofFolders = schemaFolders(features).flatMap(({ functions = [] }) => functions);
  return Object.fromEntries([...OF_TYPES, ...ofFolders].map((key) => [key, keysOf(registered[key])]));
}

function keysOf(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value).sort() : [];
}
