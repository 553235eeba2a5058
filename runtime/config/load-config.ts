import { access, readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DeclaredFeature } from '../kernel/contract/features/declared-feature.js';
import { isJsonValue } from '../kernel/util/is-json-value.js';
import { isRecord } from '../kernel/settings/apply-schema.js';
import { CONFIG_FILES } from '../kernel/settings/config.js';
import { type EffectiveSetting, effectiveSettings } from '../kernel/settings/effective-settings.js';
import type { ConfigUse } from '../kernel/settings/place.js';
import { readSettings } from '../kernel/settings/read-settings.js';
import type { SettingsOf } from '../kernel/settings/settings.js';
import { ConfigError } from '../kernel/errors/config-error.js';
import type { ConfigProblem } from '../kernel/contract/config-problem.js';
import { ALL_SETTINGS, type AllSettings, type AppConfig, type ProjectExtensions } from './app-config.js';
import { checkExtensions } from './check-extensions.js';
import { checkFeatures } from './check-features.js';
import type { Environment } from './env.js';
import { findPlace } from './place.js';

export interface LoadConfigOptions {
  readonly projectRoot: string;
  /** Variables returned by `readEnvironment`. */
  readonly env: Environment;
  /** Purpose of the configuration; the whole service by default. */
  readonly use?: ConfigUse | undefined;
  /** Path of the file, relative to the project; found by name by default. */
  readonly file?: string;
  /** Loads the current version of a project module; plain `import` by default. */
  readonly importProjectModule?: (path: string) => Promise<unknown>;
}

/**
 * Reads, validates and freezes the configuration of a project.
 * @throws ConfigError with every problem of the file and the environment
 */
export async function loadConfig(options: LoadConfigOptions): Promise<AppConfig> {
  return parseConfig((await readSource(options)).source, options);
}

/** The configuration with the origins of its values, for users. */
export interface ExplainedConfig {
  /** Path of the file. */
  readonly path: string;
  readonly settings: readonly EffectiveSetting[];
}

/**
 * Returns the value and origin of every setting, with masked secrets.
 * @throws ConfigError if the file cannot be read; `loadConfig` reports invalid content
 */
export async function explainConfig(options: LoadConfigOptions): Promise<ExplainedConfig> {
  const { path, source } = await readSource(options);
  const { extensions, features, file } = splitCode(source);
  const place = findPlace(options);
  const code = {
    extensions: Object.keys(extensions),
    features: features.map(({ name }) => name),
  };
  const settings = [
    ...effectiveSettings(ALL_SETTINGS, withoutValuesOfCode(file), place),
    ...Object.entries(code).map(([key, names]): EffectiveSetting => ({
      key,
      value: names,
      origin: { kind: names.length === 0 ? 'default' : 'file' },
    })),
  ];
  return { path, settings };
}

function withoutValuesOfCode(file: unknown): unknown {
  if (!isRecord(file)) return file;
  return Object.fromEntries(Object.entries(file).filter(([, value]) => isJsonValue(value)));
}

/** Validates the content of a configuration file together with the environment. */
export async function parseConfig(
  source: unknown,
  options: Pick<LoadConfigOptions, 'projectRoot' | 'env' | 'use'>,
): Promise<AppConfig> {
  const { config, problems } = readConfig(source, options);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** The valid part of a configuration, and all problems. */
export interface InspectedConfig {
  /** If there are problems, required fields may be missing. */
  readonly config: AppConfig;
  readonly problems: readonly ConfigProblem[];
}

/** Reads a configuration that may be invalid. @throws ConfigError if it is missing or its file cannot be read */
export async function inspectConfig(options: LoadConfigOptions): Promise<InspectedConfig> {
  return readConfig((await readSource(options)).source, options);
}

function readConfig(
  source: unknown,
  { projectRoot, env, use }: Pick<LoadConfigOptions, 'projectRoot' | 'env' | 'use'>,
): InspectedConfig {
  const { extensions, features, file, problems: codeProblems } = splitCode(source);
  const misplaced = misplacedCode(file);
  const place = findPlace({ projectRoot, env, use });
  const data = misplaced.length > 0 ? withoutValuesOfCode(file) : file;
  const { config, problems: fileProblems } = readSettings(ALL_SETTINGS, data, place);
  const isMisplaced = (key: string): boolean => misplaced.some((one) => one.key === key);
  const problems = [
    ...misplaced,
    ...fileProblems.filter(({ key }) => !isMisplaced(key)),
    ...codeProblems,
    ...place.problems(),
  ];
  const { conveniences, notices } = place;
  // The cast is valid without problems: the values match the descriptions, from which the type is derived.
  const settings = freeze({
    ...(config as SettingsOf<AllSettings>),
    projectRoot,
    conveniences,
    notices,
  });
  // Objects of the project are not frozen, because its code may store state in them.
  return { config: Object.freeze({ ...settings, extensions, features }), problems };
}

interface Split {
  readonly extensions: ProjectExtensions;
  readonly features: readonly DeclaredFeature[];
  /** The part of the configuration that the schema of the file describes. */
  readonly file: unknown;
  readonly problems: readonly ConfigProblem[];
}

/** Separates code from settings. Names that schema files use are validated when they are known. */
function splitCode(source: unknown): Split {
  if (!isRecord(source)) return { extensions: {}, features: [], file: source, problems: [] };
  const { extensions = {}, features = [], ...file } = source;
  return {
    // Keys and functions of both are validated; signatures are checked only by the project's compiler.
    extensions: extensions as ProjectExtensions,
    features: features as readonly DeclaredFeature[],
    file,
    problems: [...checkExtensions(extensions, 'extensions'), ...checkFeatures(features)],
  };
}

/** Reports code in settings, which must be data even in a code file. */
function misplacedCode(file: unknown): readonly ConfigProblem[] {
  if (!isRecord(file)) return [];
  return Object.entries(file)
    .filter(([, value]) => value !== undefined && !isJsonValue(value))
    .map(([key]) => ({
      key,
      problem: 'contains a value that JSON does not support',
      advice: 'use plain data; move functions to "extensions" or "features"',
    }));
}

/** Returns the default or `config` export of a code file, or the parsed content of a JSON file. */
async function readSource(
  options: LoadConfigOptions,
): Promise<{ readonly path: string; readonly source: unknown }> {
  const path = await findFile(options);
  if (path.endsWith('.json'))
    return { path, source: withoutCode(parseJson(path, await readFile(path, 'utf8'))) };
  const { importProjectModule = importFile } = options;
  const loaded: unknown = await importProjectModule(path);
  const exported = isRecord(loaded) ? (loaded.default ?? loaded.config) : undefined;
  if (exported === undefined) {
    throw new ConfigError([
      {
        key: basename(path),
        problem: 'does not export a configuration',
        advice: 'use export default defineConfig({ ... })',
      },
    ]);
  }
  return { path, source: exported };
}

const importFile = (path: string): Promise<unknown> => import(pathToFileURL(path).href);

/** Keys that contain code. */
const CODE = ['extensions', 'features'];

/** @throws ConfigError if a JSON file contains keys for code */
function withoutCode(source: unknown): unknown {
  const held = isRecord(source) ? CODE.filter((key) => key in source) : [];
  if (held.length === 0) return source;
  const advice = 'move the settings to cms.config.ts: export default defineConfig({ ... })';
  throw new ConfigError(
    held.map((key) => ({ key, problem: 'contains code, which a JSON file does not support', advice })),
  );
}

async function findFile({ projectRoot, file }: LoadConfigOptions): Promise<string> {
  const candidates = file === undefined ? CONFIG_FILES : [file];
  const found: string[] = [];
  for (const name of candidates) {
    if (await exists(resolve(projectRoot, name))) found.push(name);
  }
  const [name, other] = found;
  if (name === undefined) {
    throw new ConfigError([
      {
        key: file ?? 'cms.config.json',
        problem: `does not exist in ${projectRoot}`,
        advice: 'run the command in a project folder, or create a project with cms init',
      },
    ]);
  }
  if (other !== undefined) {
    const advice = 'delete one of them; cms.config.ts supports settings and code';
    throw new ConfigError([{ key: other, problem: `conflicts with ${name}`, advice }]);
  }
  return resolve(projectRoot, name);
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
    // Some editors write a byte order mark, which is not valid JSON.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'use double quotes for keys and strings, and remove comments and trailing commas';
    const problem = `is not valid JSON${placeOf(reason, text)} (${reason})`;
    throw new ConfigError([{ key: basename(path), problem, advice }]);
  }
}

/** Converts the parser's character position, which may be missing at the end of the text, to a line and column. */
function placeOf(reason: string, text: string): string {
  const position =
    /at position (\d+)/.exec(reason)?.[1] ?? (/end of JSON/.test(reason) ? text.length : undefined);
  if (position === undefined) return '';
  const lines = text.slice(0, Number(position)).split('\n');
  return ` at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

function freeze<Value>(value: Value): Value {
  if (value !== null && typeof value === 'object') {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}
