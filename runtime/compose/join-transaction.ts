import { inOneTransaction } from '../adapters/persistence/joined-database.js';
import type { App, Composition } from './app-types.js';

/** Composes the same service on the connection of one transaction, and closes it after the work. */
export async function joinTransaction<Result>(
  composeApp: (options: Composition) => Promise<App>,
  options: Composition,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const apps: App[] = [];
  try {
    return await inOneTransaction(options.database, async (database) => {
      const app = await composeApp({ ...options, database });
      apps.push(app);
      return work(app);
    });
  } finally {
    for (const app of apps) await app.close();
  }
}
