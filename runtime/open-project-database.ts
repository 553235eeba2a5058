import type { AppConfig } from './config/app-config.js';
import {
  modelDefinition,
  openDatabase,
  PATIENT_LIMITS,
  type ModelDefinition,
} from './adapters/persistence/database.js';
import type { ReplicaOptions } from './adapters/persistence/replicas/replicas.js';
import { assertSupportedServer } from './adapters/persistence/server-version.js';
import type { Database } from './kernel/contract/database/database.js';
import type { Manifest } from './kernel/contract/schema/manifest.js';
import type { Logger } from './kernel/ports/logger.js';
import { projectTables } from './project/project-types.js';

export interface ProjectDatabaseOptions {
  readonly config: AppConfig;
  readonly manifest: Manifest;
  readonly log: Logger;
  /** Called for every SQL statement. */
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** Set by maintenance commands: statements have no time limit. */
  readonly isMaintenance?: true;
}

/**
 * Opens the database of a project with the models of its tables.
 * @throws Error if the server version is too old
 */
export async function openProjectDatabase(options: ProjectDatabaseOptions): Promise<Database> {
  const { config, manifest, log, onStatement, isMaintenance } = options;
  const database = await openDatabase({
    url: config.database.url,
    pooler: config.database.pooler,
    pool: config.database.pool,
    limits: isMaintenance ? PATIENT_LIMITS : config.limits,
    tablePrefix: config.tablePrefix,
    tables: modelDefinitions(manifest, config.features),
    log,
    slowStatementMs: config.logs.slowStatementMs,
    refusesNesting: config.environment !== 'production',
    replicas: replicasOf(config.database),
    ...(onStatement === undefined ? {} : { onStatement }),
  });
  await assertSupportedServer(database);
  return database;
}

const replicasOf = ({ replicaUrls, replicaMaxLagMs }: AppConfig['database']): ReplicaOptions | undefined =>
  replicaUrls.length === 0 ? undefined : { urls: replicaUrls, maxLagMs: replicaMaxLagMs };

/**
 * Returns the model definitions. Generated types contain their Sequelize attributes; tables of the package are
 * defined as data.
 */
function modelDefinitions(
  { resources, user }: Manifest,
  features: AppConfig['features'],
): readonly ModelDefinition[] {
  const generated = new Map(resources.map(({ table, attributes }) => [table, attributes]));
  return projectTables(resources, user?.fields, features).map((table) =>
    modelDefinition(table, generated.get(table.name)),
  );
}
