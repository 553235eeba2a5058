import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port.js';

/** A MariaDB server of one test, which can be stopped and frozen, unlike a shared one. */
export interface OwnMariadb {
  /** URL of one of its databases. */
  readonly url: string;
  /** Freezes it: connections remain and are accepted, but get no responses. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
  /** Starts it again, on the same address. */
  start(): Promise<void>;
  /** Stops it permanently. */
  remove(): Promise<void>;
}

/** Creates an empty server on a free port, with `settings` on its command line. */
export async function startOwnMariadb(settings: readonly string[] = []): Promise<OwnMariadb> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-mariadb-'));
  const { username } = userInfo();
  // A starting server deletes the temporary tables of all others in its temporary folder.
  const [data, temporary] = [join(folder, 'data'), join(folder, 'tmp')];
  await mkdir(temporary);
  const places = [`--datadir=${data}`, `--tmpdir=${temporary}`];
  const shared = ['--no-defaults', `--user=${username}`, ...places, ...settings];
  const made = spawnSync(
    'mariadb-install-db',
    [...shared, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stdout}${made.stderr}`);
  const port = await freePort();
  const url = `mariadb://root@127.0.0.1:${port}/mysql`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const place = [`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`];
    const network = [`--port=${port}`, '--bind-address=127.0.0.1', '--skip-name-resolve'];
    server = spawn(
      '/usr/sbin/mariadbd',
      [...shared, ...place, ...network, '--innodb-flush-log-at-trx-commit=0'],
      { stdio: 'ignore' },
    );
    while (!(await answers(url))) await sleep(20);
  }

  async function stop(): Promise<void> {
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill('SIGCONT');
    server.kill('SIGTERM');
    await ended;
    server = undefined;
  }

  await start();
  return {
    url,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    stop,
    start,
    async remove() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const connection = await createConnection({ uri: url.replace('mariadb:', 'mysql:') });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
