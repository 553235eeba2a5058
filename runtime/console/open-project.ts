import type { AppConfig } from '../config/app-config.js';
import type { LoadConfigOptions } from '../config/load-config.js';
import type { ConfigUse } from '../kernel/settings/place.js';
import type { Migrator } from '../adapters/persistence/migrations/migrator.js';
import type { Logger } from '../kernel/ports/logger.js';
import { loadProject, type Project } from '../project/load-project.js';
import { createModuleLoader } from '../project/module-loader.js';
import type { Verbosity } from './global-flags.js';
import { createProcessLogger } from './logger.js';

export interface OpenProjectOptions {
  readonly root: string;
  /** Environment variables overridden by flags of the command. */
  readonly overrides?: Readonly<Record<string, string>>;
  readonly logFormat?: 'lines' | 'json';
  readonly verbosity?: Verbosity;
  /** Use of the configuration; default: the whole service. */
  readonly use?: ConfigUse;
  /** Worker number, added to log lines. */
  readonly worker?: number | undefined;
}

export interface ProjectSettings {
  readonly config: AppConfig;
  readonly log: Logger;
}

export interface OpenProject extends ProjectSettings {
  readonly project: Project;
}

/** Returns the source of a project's configuration. */
export async function configSource({
  root,
  overrides,
  verbosity = 'usual',
  use,
}: OpenProjectOptions): Promise<LoadConfigOptions> {
  const { readEnvironment } = await import('../config/env.js');
  const env = { ...(await readEnvironment(root)), ...overrides };
  if (verbosity === 'verbose') env.LOG_LEVEL = 'debug';
  if (verbosity === 'quiet' && env.LOG_LEVEL !== 'silent') env.LOG_LEVEL = 'error';
  return { projectRoot: root, env, use, importProjectModule: createModuleLoader(root).importFile };
}

/** Reads the configuration and environment of a project. @throws ConfigError with all problems. */
export async function openSettings(options: OpenProjectOptions): Promise<ProjectSettings> {
  const { loadConfig } = await import('../config/load-config.js');
  const config = await loadConfig(await configSource(options));
  const { logFormat: format = 'lines', worker } = options;
  const log = await createProcessLogger({ level: config.logLevel, format, worker });
  return { config, log };
}

/** Reads the configuration and generated code of a project. @throws ConfigError, ProjectError */
export async function openProject(options: OpenProjectOptions): Promise<OpenProject> {
  const project = loadProject(options.root);
  // A missing configuration is reported first, because it is more useful than missing generated code.
  project.catch(() => undefined);
  return { ...(await openSettings(options)), project: await project };
}

/** Opens the migrator of a project's database. */
export async function openMigrator({ config, project, log }: OpenProject): Promise<Migrator> {
  const { createMigrator } = await import('../adapters/persistence/migrations/migrator.js');
  const { openMigrationConnection } = await import('../adapters/persistence/migrations/connection.js');
  const { projectState } = await import('../project/project-types.js');
  const { resources, user } = project.manifest;
  return createMigrator({
    connect: () => openMigrationConnection(config.database.url),
    tablePrefix: config.tablePrefix,
    migrations: project.migrations,
    current: projectState(resources, user?.fields, config.features),
    iriPrefix: config.apiPrefix,
    log,
  });
}
