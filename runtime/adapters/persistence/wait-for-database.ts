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
  /** The longest wait; 0 for none. */
  readonly seconds: number;
  readonly log: Logger;
}

const PAUSE_MS = 500;
const TELL_MS = 5_000;

/**
 * Waits for the server of a database, which may be started together with the service. What no waiting mends, such as a wrong
 * password, is thrown at once. A file is there or is made.
 * @throws DatabaseUnavailableError when it does not answer in time; what the last attempt failed with
 */
export async function waitForDatabase({ url, seconds, log }: WaitOptions): Promise<void> {
  const location = parseDatabaseUrl(url);
  if (location.kind === 'sqlite' || seconds === 0) return;
  const failureOf = await failuresOf(location.kind);
  const until = performance.now() + seconds * 1000;
  let toldAt: number | undefined;
  for (;;) {
    try {
      await look(url);
      if (toldAt !== undefined) log.info({ msg: 'database is available' });
      return;
    } catch (error) {
      const failure = failureOf(error);
      const now = performance.now();
      if ((failure !== 'away' && failure !== 'exhausted') || now >= until) throw error;
      if (toldAt === undefined || now - toldAt >= TELL_MS) {
        toldAt = now;
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
