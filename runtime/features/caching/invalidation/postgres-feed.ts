import { Client } from 'pg';
import type { Database } from '../../../kernel/contract/database/database.js';
import type { Dropped, InvalidationFeed } from './feed.js';
import { createOrigin } from './polled-feed.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { ServerLocation } from '../../../kernel/util/database/database-url.js';
import { within } from '../../../kernel/util/async/within.js';
import { createListeningConnection, type OpenedConnection } from './listening-connection.js';
import { createPostgresAppend, notify, probeOf, readPayload } from './postgres-append.js';

export interface PostgresFeedDeps {
  readonly location: ServerLocation;
  readonly database: Database;
  /** Name of the notification channel, one per set of tables. */
  readonly channel: string;
  readonly log: Logger;
}

const ANSWER_LIMIT_MS = 1000;
const PROBE_LIMIT_MS = 5000;

/** A connection pooler may run statements on different server connections, which would receive no notifications. */
const HEARTBEAT =
  'select pg_backend_pid() as pid, exists (select 1 from pg_listening_channels() c where c = $1) as listens';

/** Creates a feed based on PostgreSQL notifications, over a direct connection without a pooler. */
export function createPostgresFeed({ location, database, channel, log }: PostgresFeedDeps): InvalidationFeed {
  const origin = createOrigin();

  async function open(drop: (dropped: Dropped) => void, lost: () => void): Promise<OpenedConnection> {
    const { host, port, user, password, database: name, tls } = location;
    const client = new Client({
      host,
      port,
      user,
      password,
      database: name,
      ssl: tls,
      keepAlive: true,
      connectionTimeoutMillis: PROBE_LIMIT_MS,
      query_timeout: ANSWER_LIMIT_MS,
    });
    const close = (): void => void client.end().catch(() => undefined);
    client.on('error', () => undefined); // the next heartbeat fails
    client.on('end', lost);
    const probe = new Promise<void>((resolve) => {
      client.on('notification', ({ payload = '' }) => {
        if (payload === probeOf(origin)) return resolve();
        const { writer, dropped } = readPayload(payload);
        if (writer !== origin) drop(dropped);
      });
    });
    try {
      await client.connect();
      await client.query(`listen "${channel}"`);
      // Sent over another connection, because a pooler may not forward it.
      await notify(database, channel, probeOf(origin));
      await within(PROBE_LIMIT_MS, probe, () => new Error(UNRECEIVED));
    } catch (error) {
      close();
      throw error;
    }
    return { close, beat: createBeat(client, channel) };
  }

  return {
    ...createPostgresAppend({ origin, channel }),
    ...createListeningConnection({ open, log }),
  };
}

const UNRECEIVED = 'notifications do not arrive: a connection pooler in transaction mode is in between';
const POOLED =
  'the connection is not the one that listens: a connection pooler in transaction mode is in between';

function createBeat(client: Client, channel: string): () => Promise<void> {
  let pid: number | undefined;
  return async () => {
    const { rows } = await client.query<{ pid: number; listens: boolean }>(HEARTBEAT, [channel]);
    const [row] = rows;
    if (row?.listens !== true || (pid ??= row.pid) !== row.pid) throw new Error(POOLED);
  };
}
