import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { runCms, startCms } from '../../console/run-cms.js';
import { anInstalledProject, signIn, START_MS } from '../../console/running-site.js';
import { createTestDatabase, testDatabaseName } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer.js';
import { hasRedis, startRedis } from '../../support/redis-server.js';
import { type RoundRobin, startRoundRobin } from '../../support/round-robin.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { hasVarnish, startVarnish } from '../../support/varnish.js';
import { startProcessHub } from './process-hub.js';

/** One `cms serve`, which restarts on the same port. */
export interface ServingProcess {
  readonly port: number;
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts it, and waits until it responds. */
  start(): Promise<void>;
}

/** Processes on one database behind proxies, with a hub, and with Redis and Varnish if they are installed. */
export interface Cluster {
  readonly processes: readonly ServingProcess[];
  /** Proxies of the process that receives writes, and of those that receive reads. */
  readonly proxies: { readonly writes: RoundRobin; readonly reads: RoundRobin };
  /** Cache of the read proxy; undefined without Varnish. */
  readonly cacheUrl: string | undefined;
  readonly hubUrl: string;
  readonly databaseUrl: string;
  /** Cookie of an administrator. */
  readonly cookie: string;
  /** Lists the components of the cluster, for the report. */
  readonly parts: string;
  /** Runs a command on the same database until it ends. */
  command(...words: string[]): ReturnType<typeof runCms>;
}

export interface ClusterOptions {
  readonly count: number;
  /** Whether processes notify each other over Redis, or over their database. */
  readonly redis: boolean;
}

/** Everything ends with the test. */
export async function startCluster({ count, redis }: ClusterOptions): Promise<Cluster> {
  const kept = <Opened>(opened: Opened, close: (opened: Opened) => Promise<unknown>): Opened => {
    onTestFinished(async () => void (await close(opened)));
    return opened;
  };
  const database = kept(await createTestDatabase(), (each) => each.drop());
  const hub = kept(await startProcessHub(), (each) => each.close());
  const proxies = {
    writes: kept(await startRoundRobin(), (each) => each.close()),
    reads: kept(await startRoundRobin(), (each) => each.close()),
  };
  const parts = [`${count} processes`, testDatabaseName(), hub.name];
  const env: Record<string, string> = {
    ...hub.env,
    DATABASE_URL: database.url,
    PUBLIC_URL: proxies.writes.origin,
    TRUSTED_PROXIES: 'loopback',
    MAILER_DSN: 'null:',
    LOG_LEVEL: 'warn',
  };
  if (redis && hasRedis) {
    const server = kept(await startRedis(await freePort()), (each) => each.stop());
    env.REDIS_URL = server.url;
    parts.push('Redis');
  }
  const varnish = hasVarnish
    ? kept(await startVarnish(await freePort(), proxies.reads.port), (each) => each.stop())
    : undefined;
  if (varnish !== undefined) parts.push('Varnish');
  const cwd = await anInstalledProject('generated', await temporaryFolder());
  await configure(cwd, { count, cache: varnish?.origin, claims: hub.claims });
  const command = (...words: string[]) => runCms(words, { cwd, env });
  const account = 'user:create admin admin@example.com admin --super-admin';
  for (const step of ['migrate:run', 'doctor --repair', account]) {
    const { code, stdout, stderr } = await command(...step.split(' '));
    if (code !== 0) throw new Error(`cms ${step} failed:\n${stdout}${stderr}`);
  }
  const addresses = Array.from({ length: count }, () => database.url);
  if (testDatabaseName() === 'postgres' && hasPgbouncer) {
    const pooler = kept(await startPgbouncer(database.url, 'transaction'), (each) => each.stop());
    addresses[count - 1] = pooler.urlOf(database.url);
    parts.push('PgBouncer');
  }
  const processes: ServingProcess[] = [];
  for (const [index, address] of addresses.entries()) {
    const pooler = address === database.url ? {} : { DATABASE_POOLER: 'transaction' };
    const port = await freePort();
    const served = createProcess({ cwd, env: { ...env, DATABASE_URL: address, ...pooler }, port, index });
    processes.push(kept(served, (each) => each.end()));
  }
  await Promise.all(processes.map((each) => each.start()));
  const [first] = processes;
  const cookie = await signIn(first?.url ?? '');
  const cacheUrl = varnish && `${varnish.origin}/api`;
  const [hubUrl, databaseUrl] = [hub.url, database.url];
  return {
    processes,
    proxies,
    cacheUrl,
    hubUrl,
    databaseUrl,
    cookie,
    parts: parts.join(', '),
    command,
  };
}

async function configure(
  cwd: string,
  options: { readonly count: number; readonly cache: string | undefined; readonly claims: object },
): Promise<void> {
  const file = join(cwd, 'cms.config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const cache = options.cache === undefined ? {} : { purger: 'varnish-xkey', urls: [options.cache] };
  const changed = {
    ...config,
    instances: options.count,
    mercure: { jwt: options.claims },
    cache_headers: { shared_max_age: 3600 },
    http_cache: cache,
    routable_security: null,
  };
  await writeFile(file, JSON.stringify(changed));
}

function createProcess({
  cwd,
  env,
  port,
  index,
}: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly index: number;
}): ServingProcess & { end(): Promise<void> } {
  const url = `http://127.0.0.1:${port}/api`;
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  return {
    port,
    url,
    signal: (name) => void child?.kill(name),
    async start() {
      await ended;
      const started = startCms(['serve', '--port', String(port)], { cwd, env });
      let output = '';
      const listen = (chunk: Buffer): void => void (output = (output + chunk.toString()).slice(-20_000));
      started.stdout?.on('data', listen);
      started.stderr?.on('data', listen);
      ended = new Promise((resolve) => started.once('close', resolve));
      child = started;
      const deadline = performance.now() + START_MS;
      while ((await statusOf(`${url}/_/health`)) !== 200) {
        if (performance.now() > deadline || started.exitCode !== null)
          throw new Error(`Process ${index} did not start:\n${output}`);
        await sleep(50);
      }
    },
    async end() {
      child?.kill('SIGKILL');
      await ended;
    },
  };
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
