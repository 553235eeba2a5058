import type { Application } from 'cms-api-components/internal/console/open-application.js';
import type { Database } from 'cms-api-components/internal/kernel/contract/database/database.js';

/** What follows from rows that no command wrote is not there yet; forgetting that it was made, the next start makes it. */
export async function forgetDerived(database: Database): Promise<void> {
  await database.transaction(
    async (session) => void (await session.run(`delete from ${session.table('derived_state')}`)),
  );
}

/** Starts the service, which makes what was forgotten, and lets PostgreSQL count its rows, as it does by itself on a site. */
export async function rebuildDerived(open: () => Promise<Application>): Promise<void> {
  const { app, close } = await open();
  try {
    if (app.database.dialect.name === 'postgres')
      await app.database.transaction(async (session) => void (await session.run('analyze')));
  } finally {
    await close();
  }
}
