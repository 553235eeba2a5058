import { readFile } from 'node:fs/promises';
import { Client } from 'pg';

export interface DatabaseCpu {
  /** Processor time of all open connections to the database in microseconds, or undefined if it cannot be measured. */
  read(): Promise<number | undefined>;
  close(): Promise<void>;
}

const TICKS_PER_SECOND = 100;
/** Indexes of the words after the program name in `/proc/PID/stat`. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** PostgreSQL on this machine has a process for each connection. SQLite runs within the server. */
export async function openDatabaseCpu(url: string): Promise<DatabaseCpu> {
  if (!/^postgres(ql)?:/.test(url)) return { read: async () => undefined, close: async () => undefined };
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    async read() {
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      const times = await Promise.all(rows.map(({ pid }) => ticksOf(pid)));
      const ticks = times.flatMap((time) => (time === undefined ? [] : [time]));
      return ticks.length === 0
        ? undefined
        : (ticks.reduce((sum, time) => sum + time, 0) / TICKS_PER_SECOND) * 1e6;
    },
    close: () => client.end(),
  };
}

/** Undefined if there is no such process: it has ended, or the database runs on another machine. */
async function ticksOf(pid: number): Promise<number | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1');
    const words = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(words[USER_TICKS]) + Number(words[SYSTEM_TICKS]);
  } catch {
    return undefined;
  }
}
