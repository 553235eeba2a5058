import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Extensions } from '../contract/extensions.js';
import type { Logger } from '../ports/logger.js';
import type { AppConfig } from './app-config.js';
import { buildConfig } from './build-config.js';
import { checkConfig, collectNotices } from './check-config.js';
import { ConfigError, type ConfigProblem } from './config-error.js';
import type { Environment } from './env.js';
import { readDeployment } from './read-deployment.js';
import { isRecord, validateConfig } from './validate-config.js';

export interface LoadConfigOptions {
  readonly projectRoot: string;
  /** From `readEnvironment`. */
  readonly env: Environment;
  /** Path of the file, relative to the project; found by name when left out. */
  readonly file?: string;
  readonly log?: Logger;
  /** Loads a TypeScript module of the project. */
  readonly importProjectModule?: (path: string) => Promise<unknown>;
}

const FILE_NAMES = ['cms.config.json', 'cms.config.mjs', 'cms.config.ts'];

/**
 * Reads, checks and freezes the configuration of a project.
 * @throws ConfigError with every problem of the file and the environment.
 */
export async function loadConfig(options: LoadConfigOptions): Promise<AppConfig> {
  const config = await parseConfig(await readSource(options), options);
  for (const notice of config.notices) options.log?.warn({ msg: notice });
  return config;
}

/** Checks what a configuration file holds, together with the environment. */
export async function parseConfig(
  source: unknown,
  { projectRoot, env }: Pick<LoadConfigOptions, 'projectRoot' | 'env'>,
): Promise<AppConfig> {
  const { extensions, file } = splitExtensions(source);
  const { config: raw, problems: schemaProblems } = await validateConfig(file);
  const { deployment, problems: deploymentProblems } = readDeployment(projectRoot, env, raw?.mercure ?? null);
  const problems: ConfigProblem[] = [
    ...schemaProblems,
    ...(raw === null ? [] : checkConfig(raw)),
    ...deploymentProblems,
  ];
  if (raw === null || problems.length > 0) throw new ConfigError(problems);
  return freeze(buildConfig({ projectRoot, raw, deployment, notices: collectNotices(raw), extensions }));
}

/** Code cannot be checked against a schema; its names are, when the resources that use them are known. */
function splitExtensions(source: unknown): { readonly extensions: Extensions; readonly file: unknown } {
  if (!isRecord(source) || !isRecord(source.extensions)) return { extensions: {}, file: source };
  const { extensions, ...file } = source;
  return { extensions, file };
}

/** The default or `config` export of a code file, the parsed text of a JSON file. */
async function readSource(options: LoadConfigOptions): Promise<unknown> {
  const path = await findFile(options);
  if (path.endsWith('.json')) return parseJson(path, await readFile(path, 'utf8'));
  const loaded: unknown = path.endsWith('.ts')
    ? await options.importProjectModule?.(path)
    : await import(pathToFileURL(path).href);
  const exported = isRecord(loaded) ? (loaded.default ?? loaded.config) : undefined;
  if (exported === undefined) {
    throw new ConfigError([
      {
        key: path,
        problem: 'exports no configuration',
        advice: 'write export default defineConfig({ ... })',
      },
    ]);
  }
  return exported;
}

async function findFile({ projectRoot, file }: LoadConfigOptions): Promise<string> {
  for (const name of file === undefined ? FILE_NAMES : [file]) {
    const path = file === undefined ? join(projectRoot, name) : resolve(projectRoot, name);
    if (await exists(path)) return path;
  }
  throw new ConfigError([
    {
      key: file ?? 'cms.config.json',
      problem: `is not in ${projectRoot}`,
      advice: 'run the command in a project folder, or make one with cms init',
    },
  ]);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = `is not valid JSON (${error instanceof Error ? error.message : String(error)})`;
    throw new ConfigError([{ key: path, problem, advice: 'mend the file' }]);
  }
}

function freeze<Value>(value: Value): Value {
  if (value !== null && typeof value === 'object') {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}
