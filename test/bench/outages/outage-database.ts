import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { Client } from 'pg';
import { type OwnMariadb, startOwnMariadb } from '../../support/own-mariadb.js';
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.js';

export type ServerName = 'postgres' | 'mariadb';

const MOST_CONNECTIONS = 60;
/** Settings for small pages and logs, which fit on a small disk. */
const SETTINGS: Readonly<Record<ServerName, readonly string[]>> = {
  postgres: [`max_connections=${MOST_CONNECTIONS}`, 'max_wal_size=64MB', 'min_wal_size=32MB'],
  mariadb: [`--max-connections=${MOST_CONNECTIONS}`, '--innodb-log-file-size=16M'],
};

/** Its folder is in the folder for temporary files. */
export function startServer(name: ServerName): Promise<OwnPostgres | OwnMariadb> {
  return name === 'postgres' ? startOwnPostgres(SETTINGS.postgres) : startOwnMariadb(SETTINGS.mariadb);
}

/** A held connection, which can end other connections. */
interface Held {
  endOthers(): Promise<void>;
  close(): Promise<void>;
}

/** Occupies all connections of the server, including those of the service, until it is released. */
export function takeAllConnections(name: ServerName, url: string): { letGo(): Promise<void> } {
  const held: Held[] = [];
  let isOver = false;
  const open = name === 'postgres' ? openPostgres : openMariadb;
  const taking = (async () => {
    while (!isOver) {
      const one = await open(url).catch(() => undefined);
      if (one !== undefined) {
        held.push(one);
        continue;
      }
      await held[0]?.endOthers().catch(() => undefined);
      await sleep(2);
    }
  })();
  return {
    async letGo() {
      isOver = true;
      await taking;
      await Promise.all(held.map((each) => each.close()));
    },
  };
}

/** Application name of its connections. */
const NAME = 'takes all connections';

async function openPostgres(url: string): Promise<Held> {
  const client = new Client({ connectionString: url, application_name: NAME });
  client.on('error', () => undefined);
  await client.connect();
  return {
    async endOthers() {
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name <> $1 and backend_type = 'client backend'",
        [NAME],
      );
    },
    close: () => client.end(),
  };
}

const ours = new Set<number>();

async function openMariadb(url: string): Promise<Held> {
  const connection: Connection = await createConnection({ uri: url.replace('mariadb:', 'mysql:') });
  connection.on('error', () => undefined);
  const { threadId } = connection as unknown as { readonly threadId: number }; // the driver has it, its types do not
  ours.add(threadId);
  return {
    async endOthers() {
      const [rows] = await connection.query<RowDataPacket[]>(
        "select id from information_schema.processlist where command <> 'Daemon' and user <> 'system user'",
      );
      for (const { id } of rows as unknown as readonly { readonly id: number }[])
        if (!ours.has(Number(id))) await connection.query(`kill ${Number(id)}`).catch(() => undefined);
    },
    async close() {
      ours.delete(threadId);
      await connection.end();
    },
  };
}
