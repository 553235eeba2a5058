import { Client } from 'pg';
import type { ServerLocation } from '../../../kernel/util/database/database-url.js';

/**
 * Mode of a connection pooler, from `DATABASE_POOLER` or detected at startup: how long a client keeps its
 * server connection.
 */
export type PoolerMode = 'transaction' | 'session';

/** Several rounds, because other clients may interfere with some of them. */
const ROUNDS = 16;
const SERVER_PROCESS = 'select pg_backend_pid() as pid';

/**
 * Detects whether connections keep their sessions. Without a pooler, the server reports the process that
 * serves the connection. Behind one, two clients open transactions in turn while the other is idle. If
 * sessions are not kept, one of them gets the other's server process, or a different one than before.
 * @throws Error if a pooler does not support transactions
 */
export async function findPooler(
  { host, port, user, password, database, tls }: ServerLocation,
  limits: { readonly connectionTimeoutMillis: number; readonly query_timeout: number },
): Promise<PoolerMode> {
  const open = async (): Promise<Client> => {
    const client = new Client({ host, port, user, password, database, ssl: tls, ...limits });
    client.on('error', () => undefined); // Reported by the statement that needs the connection.
    await client.connect();
    return client;
  };
  const first = await open();
  try {
    if (introducedAs(first) === (await processOf(first))) return 'session';
    const second = await open();
    try {
      return (await shareSessions(first, second)) ? 'transaction' : 'session';
    } finally {
      await second.end().catch(() => undefined);
    }
  } finally {
    await first.end().catch(() => undefined);
  }
}

async function shareSessions(first: Client, second: Client): Promise<boolean> {
  const owners = new Map<number, Client>();
  const processes = new Map<Client, number>();
  const isAnothers = (client: Client, pid: number): boolean =>
    (owners.get(pid) ?? client) !== client || (processes.get(client) ?? pid) !== pid;
  const roles = [first, second] as const;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [idle, busy] = round % 2 === 0 ? roles : ([second, first] as const);
    for (const client of [idle, busy, idle]) {
      if (client === busy) await begin(busy);
      const pid = await processOf(client);
      if (isAnothers(client, pid)) return true;
      owners.set(pid, client);
      processes.set(client, pid);
    }
    await busy.query('rollback');
  }
  return false;
}

async function begin(client: Client): Promise<void> {
  await client.query('begin').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${NO_TRANSACTIONS} (${reason})`);
  });
}

const NO_TRANSACTIONS =
  'the connection pooler in between takes no transactions; set its pool_mode to "transaction" or "session"';

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(SERVER_PROCESS);
  return rows[0]?.pid ?? 0;
}

/** Returns the cancellation key of a client: the server process id, unless a pooler generated it. */
const introducedAs = (client: Client): unknown => (client as unknown as { processID?: unknown }).processID; // See ADR 30.
