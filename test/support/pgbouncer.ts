import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

const PROGRAM = '/usr/sbin/pgbouncer';
/** PgBouncer refuses to run as root. */
const NOBODY = 65534;

export const hasPgbouncer = existsSync(PROGRAM);

export interface Pgbouncer {
  /** URL of a database through the pooler. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in front of a database server, with its default settings except for the mode. */
export async function startPgbouncer(
  serverUrl: string,
  mode: 'transaction' | 'session' | 'statement',
  settings: Readonly<Record<string, string>> = {},
): Promise<Pgbouncer> {
  const server = new URL(serverUrl);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'cms-pgbouncer-'));
  await chmod(folder, 0o755);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${server.username}" "${server.password}"\n`, { mode: 0o644 });
  const file = join(folder, 'pgbouncer.ini');
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: mode,
    ...settings,
  }).map(([key, value]) => `${key} = ${value}`);
  const target = `* = host=${server.hostname} port=${server.port}`;
  await writeFile(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'), { mode: 0o644 });
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(PROGRAM, [file], { stdio: 'ignore', ...identity });
  while (!(await answers(port))) await sleep(20);
  return {
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM'); // stops immediately, in this version
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false)).once('connect', () => resolve(true));
    socket.once('connect', () => socket.end());
  });
}
