import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { Client } from 'pg';

/** A connection to a server that creates and drops databases. */
export interface DatabaseServer {
  /** URL of a database of this server. */
  urlOf(name: string): string;
  create(name: string): Promise<void>;
  /** Creates a database with the tables and rows of another one, which must have no connections. */
  copy(template: string, name: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** Drops databases whose names start with a prefix. */
  list(prefix: string): Promise<readonly string[]>;
  /** Holds a lock of that name until the connection is closed. */
  lock(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPostgres(url: URL): Promise<DatabaseServer> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const run = async (sql: string, values: readonly string[] = []) =>
    (await client.query<{ name: string }>(sql, [...values])).rows;
  return {
    urlOf: (name) => withDatabase(url, name),
    create: async (name) => void (await run(`create database ${name} encoding 'UTF8' template template0`)),
    copy: async (template, name) => void (await run(`create database ${name} template ${template}`)),
    // Connections may still be closing, or remain open after a failed test.
    drop: async (name) => void (await run(`drop database if exists ${name} with (force)`)),
    list: async (prefix) => {
      const sql = 'select datname as name from pg_database where starts_with(datname, $1)';
      return (await run(sql, [prefix])).map(({ name }) => name);
    },
    lock: async (name) => void (await run('select pg_advisory_lock(hashtext($1))', [name])),
    close: () => client.end(),
  };
}

/** In seconds. The holder of the lock migrates a database on a busy machine. */
const LOCK_PATIENCE = 300;

export async function openMariadb(url: URL): Promise<DatabaseServer> {
  const address = url.href.replace(/^mariadb:/, 'mysql:');
  const connection = await createConnection({ uri: address, multipleStatements: true });
  const run = (sql: string, values: readonly (string | number)[] = []) =>
    connection.query<RowDataPacket[]>(sql, [...values]).then(([rows]) => rows);
  const create = async (name: string) => void (await run(`create database ${name} character set utf8mb4`));
  return {
    urlOf: (name) => withDatabase(url, name),
    create,
    async copy(template, name) {
      await create(name);
      let statements = copies.get(template);
      if (statements === undefined) copies.set(template, (statements = await copyStatements(run, template)));
      await run(`use ${name}; set foreign_key_checks = 0; ${statements.join('; ')}`);
    },
    drop: async (name) => void (await run(`drop database if exists ${name}`)),
    list: async (prefix) => {
      const sql =
        'select schema_name as name from information_schema.schemata where left(schema_name, ?) = ?';
      return (await run(sql, [prefix.length, prefix])).map(({ name }) => String(name));
    },
    lock: async (name) => void (await run('select get_lock(?, ?)', [name, LOCK_PATIENCE])),
    close: () => connection.end(),
  };
}

/** Statements that create the tables and rows of a template, which never changes, in another database. */
const copies = new Map<string, readonly string[]>();

async function copyStatements(
  run: (sql: string) => Promise<readonly RowDataPacket[]>,
  template: string,
): Promise<readonly string[]> {
  const statements: string[] = [];
  await run(`use ${template}`);
  for (const row of await run('show tables')) {
    const table = `\`${String(Object.values(row)[0])}\``;
    const [shown] = await run(`show create table ${table}`);
    statements.push(String(shown?.['Create Table']));
    if ((await run(`select 1 from ${table} limit 1`)).length > 0)
      statements.push(`insert into ${table} select * from ${template}.${table}`);
  }
  return statements;
}

function withDatabase(url: URL, name: string): string {
  const copy = new URL(url);
  copy.pathname = `/${name}`;
  return copy.href;
}
