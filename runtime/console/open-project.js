import { loadProject } from '../project/load-project.js';
import { createModuleLoader } from '../project/module-loader.js';
import { createProcessLogger } from './logger.js';
/** Where the configuration of a project is read from. */
export async function configSource({ root, overrides, verbosity = 'usual', use, }) {
    const { readEnvironment } = await import('../config/env.js');
    const env = { ...(await readEnvironment(root)), ...overrides };
    if (verbosity === 'verbose')
        env.LOG_LEVEL = 'debug';
    if (verbosity === 'quiet' && env.LOG_LEVEL !== 'silent')
        env.LOG_LEVEL = 'error';
    return { projectRoot: root, env, use, importProjectModule: createModuleLoader(root).importFile };
}
/** Reads configuration and environment of a project. @throws ConfigError with everything that is wrong. */
export async function openSettings(options) {
    const { loadConfig } = await import('../config/load-config.js');
    const config = await loadConfig(await configSource(options));
    const { logFormat: format = 'lines', worker } = options;
    const log = await createProcessLogger({ level: config.logLevel, format, worker });
    return { config, log };
}
/** Reads configuration and generated code of a project. @throws ConfigError, ProjectError */
export async function openProject(options) {
    const project = loadProject(options.root);
    // A missing configuration says more than missing generated code, so it is reported first.
    project.catch(() => undefined);
    return { ...(await openSettings(options)), project: await project };
}
/** The migrator of a project's database. */
export async function openMigrator({ config, project, log }) {
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
//# sourceMappingURL=open-project.js.map