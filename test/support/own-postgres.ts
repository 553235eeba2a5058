import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.js';

/** The server refuses to run as root. */
const NOBODY = 65534;

/** A PostgreSQL server of one test, which can be stopped and frozen, unlike a shared one. */
export interface OwnPostgres {
  /** URL of its only database. */
  readonly url: string;
  /** Freezes all of its processes: connections remain and are accepted, but get no responses. */
  freeze(): void;
  thaw(): void;
  /** Stops it without waiting for clients, like an operator. */
  stop(): Promise<void>;
  /** Kills all of its processes, like a power failure. */
  kill(): Promise<void>;
  /** Starts it again, on the same address. */
  start(): Promise<void>;
  /** Stops it permanently. */
  remove(): Promise<void>;
}

/** Creates a streaming replica of a server on a free port. */
export const startReplicaOf = (
  { url }: Pick<OwnPostgres, 'url'>,
  settings: readonly string[] = [],
): Promise<OwnPostgres> =>
  startServer(settings, ['pg_basebackup', '--write-recovery-conf', '-c', 'fast', '-d', url]);

/** Creates an empty server on a free port, with `settings` on its command line. */
export const startOwnPostgres = (settings: readonly string[] = []): Promise<OwnPostgres> =>
  startServer(settings, ['initdb', '-U', 'cms', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8']);

/** Starts a server on the folder that a program creates. */
async function startServer(
  settings: readonly string[],
  [program = '', ...flags]: readonly string[],
): Promise<OwnPostgres> {
  const programs = programFolder();
  const folder = await mkdtemp(join(tmpdir(), 'cms-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const options = { cwd: folder, ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}) };
  const data = join(folder, 'data');
  const made = spawnSync(join(programs, program), ['-D', data, '--no-sync', ...flags], {
    ...options,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`${program} failed: ${made.stderr}`);
  const port = await freePort();
  const url = `postgres://cms@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  /** Freezes the server first, so that it starts no other processes in the meantime. */
  const processes = (): readonly number[] =>
    server?.pid === undefined ? [] : [server.pid, ...childrenOf(server.pid)];
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of processes())
      try {
        process.kill(pid, name);
      } catch (error) {
        // A process that served a connection may have ended in the meantime.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
  };

  async function start(): Promise<void> {
    const settled = ['fsync=off', 'full_page_writes=off', ...settings].flatMap((setting) => ['-c', setting]);
    server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...settled],
      { ...options, stdio: 'ignore' },
    );
    while (!(await answers(url))) await sleep(20);
  }

  async function stop(): Promise<void> {
    if (server === undefined) return;
    const ended = once(server, 'exit');
    signal('SIGCONT');
    server.kill('SIGINT'); // fast shutdown, which does not wait for open connections
    await ended;
    server = undefined;
  }

  async function kill(): Promise<void> {
    if (server === undefined) return;
    const ended = once(server, 'exit');
    signal('SIGKILL');
    await ended;
    server = undefined;
  }

  await start();
  return {
    url,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop,
    kill,
    start,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Programs of the latest installed version. */
function programFolder(): string {
  const root = '/usr/lib/postgresql';
  const newest = readdirSync(root).sort((left, right) => Number(right) - Number(left))[0];
  if (newest === undefined) throw new Error(`No server is in ${root}`);
  return join(root, newest, 'bin');
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
