import { ACCOUNTS } from '../features/accounts/door.js';
import { UPLOADS } from '../features/uploads/door.js';
/** Starts the service of an opened project; its database must be migrated. */
export async function openApplication({ config, project, log }, options = {}) {
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
            return app.inTransaction(async (within) => loadScaffold(scaffold, {
                store: await openScaffoldStore(within, log),
                admin: config.admin,
                onProgress,
            }));
        },
        close: () => app.close(),
    };
}
/** Opens the store into which scaffolds of a running service go; `localFile()` starts at the folder of the project. */
export async function openScaffoldStore(app, log, { projectRoot = app.config.projectRoot, clock } = {}) {
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
async function isEmpty({ database }) {
    for (const table of ['layout', 'page']) {
        const row = await database.first(`select 1 as found from ${database.table(table)} limit 1`);
        if (row !== undefined)
            return false;
    }
    return true;
}
//# sourceMappingURL=open-application.js.map