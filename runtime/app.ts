import { createStatementCounter } from './adapters/http/statement-count.js';
import { composeApp, type App, type AppOptions } from './compose-app.js';
import { ensureDerived } from './kernel/derived/ensure-derived.js';
import type { Logger } from './kernel/ports/logger.js';
import { openProjectDatabase } from './open-project-database.js';

export type { App, AppOptions };

/**
 * Configuration and manifest in, a running service out.
 * @throws ConfigError when parts of the project do not fit together.
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, isMaintenance, onStatement } = options;
  const statements = config.logLevel === 'debug' ? createStatementCounter() : undefined;
  const count = (sql: string): void => {
    statements?.onStatement();
    onStatement?.(sql);
  };
  const database = await openProjectDatabase({
    ...options,
    // Statements are reported only where somebody counts them, because the report costs time.
    onStatement: statements === undefined ? onStatement : count,
  });
  const app = await composeApp({ ...options, statements, database }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  try {
    if (!isMaintenance) await makeLacking(app, options.log);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}

/** Everybody who uses the service meets derived rows that are complete. */
async function makeLacking({ derived, database, writeOutOfBand }: App, log: Logger): Promise<void> {
  await ensureDerived({ derived, database, writeOutOfBand, log });
}
