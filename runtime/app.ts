import { createStatementCounter } from './adapters/http/statement-count.js';
import { composeApp } from './compose-app.js';
import type { App, AppOptions } from './compose/app-types.js';
import { ensureDerived } from './kernel/derived/ensure-derived.js';
import type { Logger } from './kernel/ports/logger.js';
import { openProjectDatabase } from './open-project-database.js';

export type { App, AppOptions };

/**
 * Creates a running service from configuration and manifest.
 * @throws ConfigError if parts of the project do not fit together
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
    // Statements are reported only if they are counted, because reporting costs time.
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

/** Completes missing derived rows before the service is used. */
async function makeLacking({ derived, database, writeOutOfBand }: App, log: Logger): Promise<void> {
  await ensureDerived({ derived, database, writeOutOfBand, log });
}
