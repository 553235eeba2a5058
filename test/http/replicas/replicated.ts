import { existsSync } from 'node:fs';
import { Client } from 'pg';
import type { ReplicaState } from '../../../runtime/kernel/contract/database/database.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { testDatabaseName } from '../../support/database.js';
import { type OwnPostgres, startOwnPostgres, startReplicaOf } from '../../support/own-postgres.js';
import { CACHE_ON } from '../response-cache/support.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';

/** The servers are separate, so they are tested once, with the other tests on PostgreSQL. */
export const isTried = testDatabaseName() === 'postgres' && existsSync('/usr/lib/postgresql');

export const withReason = (title: string): string =>
  isTried ? title : `${title} (skipped: needs TEST_DATABASE=postgres and the programs of PostgreSQL)`;

/** A site whose database has a streaming replica. */
export interface ReplicatedSite {
  readonly primary: OwnPostgres;
  readonly replica: OwnPostgres;
  /** A process without replicas; the others are not notified of its writes. */
  readonly writer: TestApp;
  /** Starts a process that uses the replica, and resolves once it does. */
  startReader(options?: ReaderOptions): Promise<Reader>;
  /** Stops replication until `resume` is called. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Runs a statement on the replica. */
  askReplica(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

export interface ReaderOptions extends Pick<TestAppOptions, 'config' | 'env' | 'features'> {
  readonly maxLagMs?: number;
  /** Does not wait until the replica is used. */
  readonly isUnused?: true;
}

export interface Reader extends TestApp {
  state(): ReplicaState;
  /** Returns log messages about replicas. */
  notified(): readonly string[];
}

/** Longer than any test: the replica stays in use although it lags. */
export const FOR_EVER_MS = 60_000;

export async function startReplicatedSite(): Promise<ReplicatedSite> {
  const primary = await startOwnPostgres();
  // It notifies others of invalidations, as all processes of a service do or none.
  const config = { http_cache: CACHE_ON };
  const writer = await startTestApp({ databaseUrl: primary.url, isEmpty: true, config });
  const replica = await startReplicaOf(primary, ['max_standby_streaming_delay=0']);
  const run = async (sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    for (;;) {
      const client = new Client({ connectionString: replica.url });
      await client.connect();
      try {
        return (await client.query<Readonly<Record<string, unknown>>>(sql)).rows;
      } catch (error) {
        if (!String(error).includes('conflict with recovery')) throw error;
      } finally {
        await client.end();
      }
    }
  };
  return {
    primary,
    replica,
    writer,
    startReader: (options) => startReader([primary.url, replica.url], options),
    async pause() {
      await run('select pg_wal_replay_pause()');
      while ((await run('select pg_get_wal_replay_pause_state() as state'))[0]?.state !== 'paused');
    },
    resume: async () => void (await run('select pg_wal_replay_resume()')),
    askReplica: run,
    async close() {
      await writer.close();
      await replica.remove();
      await primary.remove();
    },
  };
}

async function startReader(
  [databaseUrl, replicaUrl]: readonly [string, string],
  { maxLagMs = 1000, isUnused, config = {}, env = {}, features = [] }: ReaderOptions = {},
): Promise<Reader> {
  const notified: string[] = [];
  const app = await startTestApp({
    databaseUrl,
    config: { ...config, database: { replica_max_lag_ms: maxLagMs, ...(config.database as JsonObject) } },
    env: { DATABASE_REPLICA_URLS: replicaUrl, ...env },
    features,
    log: replicaLog(notified),
  });
  const state = (): ReplicaState => {
    const [only] = app.app.database.replicas();
    if (only === undefined) throw new Error('There is no replica');
    return only;
  };
  while (!isUnused && !state().isInUse) await new Promise((resolve) => setTimeout(resolve, 10));
  return { ...app, state, notified: () => notified };
}

function replicaLog(notified: string[]): Logger {
  const note = (entry: LogEntry): void => {
    if (/replica/.test(entry.msg)) notified.push(entry.msg);
  };
  return { error: note, warn: note, info: note, debug: () => undefined };
}
