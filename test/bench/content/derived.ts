import type { Application } from 'cms-api-components/internal/console/open-application.js';
import type { Database } from 'cms-api-components/internal/kernel/contract/database/database.js';

/**
 * Deletes the records of derived rows. Rows that were written without the service have no derived rows until the next
 * start rebuilds them.
 */
export async function forgetDerived(database: Database): Promise<void> {
  await database.transaction(
    async (session) => void (await session.run(`delete from ${session.table('derived_state')}`)),
  );
}

/**
 * Starts the service, which rebuilds derived rows, and updates the statistics of PostgreSQL, as autovacuum does on a
 * site.
 */
export async function rebuildDerived(open: () => Promise<Application>): Promise<void> {
  const { app, close } = await open();
  try {
    if (app.database.dialect.name === 'postgres')
      await app.database.transaction(async (session) => void (await session.run('analyze')));
  } finally {
    await close();
  }
}
