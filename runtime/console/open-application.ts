import type { App, AppOptions } from '../app.js';
import type { Clock } from '../kernel/ports/clock.js';
import type { OnProgress } from '../scaffold/declared-site.js';
import type { ScaffoldStore } from '../scaffold/scaffold-store.js';
import type { LoadedScaffold, Scaffold } from '../scaffold/scaffold.js';
import type { ServedApplication } from '../adapters/http/server.js';
import type { OpenProject } from './open-project.js';
import { ACCOUNTS } from '../features/accounts/public-api.js';
import { UPLOADS } from '../features/uploads/public-api.js';

/** The running service of a project, without an HTTP server. */
export interface Application extends ServedApplication {
  readonly app: App;
  /** Returns whether the site is empty: it has neither a layout nor a page. */
  isEmpty(): Promise<boolean>;
  loadScaffold(scaffold: Scaffold, onProgress?: OnProgress): Promise<LoadedScaffold>;
  close(): Promise<void>;
}

export type ApplicationOptions = Pick<AppOptions, 'isMaintenance' | 'workers' | 'command'>;

/** Starts the service of an opened project, whose database must be migrated. */
export async function openApplication(
  { config, project, log }: OpenProject,
  options: ApplicationOptions = {},
): Promise<Application> {
  const { createApp } = await import('../app.js');
  const { manifest, openApi } = project;
  const app = await createApp({ config, log, manifest, openApi, ...options });
  return {
    app,
    listener: app.express,
    config,
    endStreams: () => app.endStreams(),
    isEmpty: () => isEmpty(app),
    async loadScaffold(scaffold, onProgress) {
      const { loadScaffold } = await import('../scaffold/scaffold.js');
      return app.inTransaction(async (within) =>
        loadScaffold(scaffold, {
          store: await openScaffoldStore(within, log),
          admin: config.admin,
          onProgress,
        }),
      );
    },
    close: () => app.close(),
  };
}

/**
 * Opens the store that scaffolds of a running service write to. `localFile()` resolves paths from the project
 * folder.
 */
export async function openScaffoldStore(
  app: App,
  log: OpenProject['log'],
  { projectRoot = app.config.projectRoot, clock }: ScaffoldPlace = {},
): Promise<ScaffoldStore> {
  const { createOperationsStore } = await import('../scaffold/operations-store.js');
  const { createRecordReader } = await import('../kernel/records/record-reader.js');
  const { SYSTEM_CLOCK } = await import('../kernel/ports/clock.js');
  const { registry, iris, database, operations, get } = app;
  return createOperationsStore({
    projectRoot,
    database,
    registry,
    iris,
    reader: createRecordReader(registry, database),
    operations,
    uploads: get(UPLOADS),
    createAccount: get(ACCOUNTS).createAccount,
    clock: clock ?? SYSTEM_CLOCK,
    log,
  });
}

/** Project folder and clock for reading or writing a scaffold. */
export interface ScaffoldPlace {
  readonly projectRoot?: string;
  readonly clock?: Clock;
}

async function isEmpty({ database }: App): Promise<boolean> {
  for (const table of ['layout', 'page']) {
    const row = await database.first(`select 1 as found from ${database.table(table)} limit 1`);
    if (row !== undefined) return false;
  }
  return true;
}
