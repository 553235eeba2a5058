import { Client } from 'pg';
import type { ServerLocation } from '../../../kernel/util/database/database-url.js';

/**
 * The mode of a pooler, as `DATABASE_POOLER` states it or the start finds out: how long a client keeps its connection of the
 * server.
 */
export type PoolerMode = 'transaction' | 'session';

/** Other clients may come in between now and then; not every time. */
const ROUNDS = 16;
const SERVER_PROCESS = 'select pg_backend_pid() as pid';

/**
 * Looks whether a connection keeps its session. Without a pooler the server introduces itself by the process that works for
 * the connection. Behind one, two clients open transactions in turn, each while the other is idle: where sessions are not kept
 * one of them is given a process that worked for the other, or another one than before.
 * @throws Error where a pooler takes no transactions
 */
export async function findPooler(
  { host, port, user, password, database, tls }: ServerLocation,
  limits: { readonly connectionTimeoutMillis: number; readonly query_timeout: number },
): Promise<PoolerMode> {
  const open = async (): Promise<Client> => {
    const client = new Client({ host, port, user, password, database, ssl: tls, ...limits });
    client.on('error', () => undefined); // met by the statement that needs it
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

/** The number under which a client could be cancelled: of the process itself, unless a pooler made it up. */
const introducedAs = (client: Client): unknown => (client as unknown as { processID?: unknown }).processID; // see ADR 30
