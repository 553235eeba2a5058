import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../runtime/adapters/persistence/database.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import { testDatabaseName } from '../support/database.js';
import { freePort } from '../support/free-port.js';

const SERVER = '/usr/sbin/mariadbd';

/** An empty server of this test, with a binary log. */
async function startMariadb(id: number): Promise<{ readonly port: number; readonly client: Connection }> {
  const folder = await mkdtemp(join(tmpdir(), 'cms-mariadb-'));
  const data = [`--datadir=${folder}/data`, `--user=${userInfo().username}`];
  const made = spawnSync(
    'mariadb-install-db',
    ['--no-defaults', ...data, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`mariadb-install-db failed: ${made.stderr}`);
  const port = await freePort();
  const server: ChildProcess = spawn(
    SERVER,
    [
      '--no-defaults',
      ...data,
      ...[`--socket=${folder}/socket`, `--pid-file=${folder}/pid`, `--port=${port}`],
      ...['--bind-address=127.0.0.1', '--skip-name-resolve', '--innodb-flush-log-at-trx-commit=0'],
      ...[`--server-id=${id}`, `--log-bin=${folder}/data/log`],
    ],
    { stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  let client: Connection | undefined;
  while (client === undefined) {
    client = await createConnection({ host: '127.0.0.1', port, user: 'root' }).catch(() => undefined);
    if (client === undefined) await sleep(50);
  }
  const connected = client;
  onTestFinished(async () => {
    connected.destroy();
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return { port, client };
}

const isTried = testDatabaseName() === 'mariadb' && existsSync(SERVER);
const reason = isTried ? '' : ` (skipped: needs TEST_DATABASE=mariadb and ${SERVER})`;

test.skipIf(!isTried)(`a replica of MariaDB is used while it follows by GTIDs${reason}`, async () => {
  const primary = await startMariadb(1);
  const replica = await startMariadb(2);
  await primary.client.query("create user follower@'127.0.0.1'");
  await primary.client.query("grant replication slave on *.* to follower@'127.0.0.1'");
  await primary.client.query('create database cms');
  await primary.client.query('create table cms.counter (id int primary key, number int)');
  await primary.client.query('insert into cms.counter values (1, 0)');
  await replica.client.query(
    `change master to master_host = '127.0.0.1', master_port = ${primary.port}, master_user = 'follower', master_use_gtid = slave_pos`,
  );
  await replica.client.query('start slave');
  const count = (number: number) => primary.client.query(`update cms.counter set number = ${number}`);

  const notified: string[] = [];
  const note = ({ msg, reason }: { readonly msg: string; readonly reason?: unknown }): void =>
    void notified.push(reason === undefined ? msg : `${msg}: ${String(reason)}`);
  const database = await openDatabase({
    url: `mariadb://root@127.0.0.1:${primary.port}/cms`,
    tablePrefix: '',
    tables: [],
    log: { ...SILENT_LOGGER, warn: note, info: note },
    replicas: { urls: [`mariadb://root@127.0.0.1:${replica.port}/cms`], maxLagMs: 1000 },
  });
  onTestFinished(() => database.close());
  database.watchReplicas();
  const sql = 'select number as number from counter';
  const inUse = (): boolean => database.replicas()[0]?.isInUse === true;
  await expect.poll(inUse).toBe(true);
  expect(await database.replica()?.first(sql)).toEqual({ number: 0 });

  await replica.client.query('stop slave sql_thread');
  await count(1);
  await expect.poll(inUse).toBe(false);
  expect(database.replica()).toBeUndefined();
  expect(notified.at(-1)).toMatch(/removed from rotation.*: it is more than 1000 milliseconds behind/);

  await replica.client.query('start slave sql_thread');
  await expect.poll(inUse).toBe(true);
  expect(await database.replica()?.first(sql)).toEqual({ number: 1 });
  expect(notified.at(-1)).toBe('replica returned to rotation');
});
