import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseFailure } from '../../kernel/errors/database-unavailable.js';
import type { Logger } from '../../kernel/ports/logger.js';
import {
  describeLocation,
  parseDatabaseUrl,
  type DatabaseLocation,
} from '../../kernel/util/database/database-url.js';
import { loadDriver } from './load-driver.js';
import { openMigrationConnection } from './migrations/connection.js';
import { reasonOfFailure } from './outage.js';

export interface WaitOptions {
  readonly url: string;
  /** Maximum wait in seconds; 0 disables it. */
  readonly seconds: number;
  readonly log: Logger;
}

const PAUSE_MS = 500;
const TELL_MS = 5_000;

/**
 * Waits for a database server, which may start together with the service. Errors that waiting does not solve,
 * such as a wrong password, are thrown immediately. A file needs no wait.
 * @throws DatabaseUnavailableError on timeout; the error of the last attempt
 */
export async function waitForDatabase({ url, seconds, log }: WaitOptions): Promise<void> {
  const location = parseDatabaseUrl(url);
  if (location.kind === 'sqlite' || seconds === 0) return;
  const failureOf = await failuresOf(location.kind);
  const until = performance.now() + seconds * 1000;
  let notifiedAt: number | undefined;
  for (;;) {
    try {
      await look(url);
      if (notifiedAt !== undefined) log.info({ msg: 'database is available' });
      return;
    } catch (error) {
      const failure = failureOf(error);
      const now = performance.now();
      if ((failure !== 'away' && failure !== 'exhausted') || now >= until) throw error;
      if (notifiedAt === undefined || now - notifiedAt >= TELL_MS) {
        notifiedAt = now;
        const msg = `waiting for the ${describeLocation(location)}`;
        log.warn({ msg, reason: reasonOfFailure(error), secondsLeft: Math.ceil((until - now) / 1000) });
      }
    }
    await sleep(PAUSE_MS);
  }
}

async function look(url: string): Promise<void> {
  const connection = await openMigrationConnection(url);
  try {
    await connection.query('select 1');
  } finally {
    await connection.close();
  }
}

type Server = Exclude<DatabaseLocation['kind'], 'sqlite'>;

async function failuresOf(kind: Server): Promise<(error: unknown) => DatabaseFailure | undefined> {
  if (kind === 'postgres') return (await import('./postgres/postgres-connector.js')).failureOf;
  return (await loadDriver('mysql2', () => import('./mysql/mysql-connector.js'))).failureOf;
}
