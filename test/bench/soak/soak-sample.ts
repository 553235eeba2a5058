import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import Libsql from 'libsql';
import { Client } from 'pg';
import type { ChildServer } from '../servers/child-server.js';

/** Memory and stored data of a process at one time, by name. */
export type Sample = Readonly<Record<string, number>>;

export interface Sampler {
  take(): Promise<Sample>;
  close(): Promise<void>;
}

const MEGABYTE = 1024 * 1024;

/** Samples the server and its stored data. `folders` are by name. */
export async function openSampler(
  server: ChildServer,
  { url, folders }: { readonly url: string; readonly folders: Readonly<Record<string, string>> },
): Promise<Sampler> {
  const database = /^postgres(ql)?:/.test(url) ? await openPostgres(url) : openSqlite(url);
  return {
    async take() {
      const { rss, heapUsed, external } = await server.memory();
      const descriptors = await readdir(`/proc/${server.pid}/fd`);
      const files = await Promise.all(
        Object.entries(folders).map(
          async ([name, folder]) => [`files in ${name}`, await countFiles(folder)] as const,
        ),
      );
      return {
        'resident MB': rss / MEGABYTE,
        'heap MB': heapUsed / MEGABYTE,
        'external MB': external / MEGABYTE,
        descriptors: descriptors.length,
        ...Object.fromEntries(files),
        ...(await database.take()),
      };
    },
    close: () => database.close(),
  };
}

async function countFiles(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

function openSqlite(url: string): Sampler {
  const file = url.replace(/^sqlite:(\/\/)?/, '');
  const database = new Libsql(file, { timeout: 10_000 });
  const tables = database.prepare(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
  );
  return {
    async take() {
      const names = (tables.all() as { name: string }[]).map(({ name }) => name);
      const rows = names.map((name) => {
        const { rows: count } = database.prepare(`select count(*) as rows from "${name}"`).get() as {
          rows: number;
        };
        return [`rows of ${name}`, count] as const;
      });
      const sizes = await Promise.all(
        [file, `${file}-wal`].map((path) => stat(path).catch(() => ({ size: 0 }))),
      );
      return {
        'database MB': sizes.reduce((sum, { size }) => sum + size, 0) / MEGABYTE,
        ...Object.fromEntries(rows),
      };
    },
    close: async () => void database.close(),
  };
}

async function openPostgres(connectionString: string): Promise<Sampler> {
  const client = new Client({ connectionString });
  await client.connect();
  return {
    async take() {
      const { rows: tables } = await client.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = 'public'",
      );
      const counted: [string, number][] = [];
      for (const { name } of tables) {
        const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from "${name}"`);
        counted.push([`rows of ${name}`, Number(rows[0]?.rows)]);
      }
      const { rows } = await client.query<{ size: string }>(
        'select pg_database_size(current_database()) as size',
      );
      return { 'database MB': Number(rows[0]?.size) / MEGABYTE, ...Object.fromEntries(counted) };
    },
    close: () => client.end(),
  };
}
