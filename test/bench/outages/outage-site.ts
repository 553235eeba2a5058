import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Application } from 'cms-api-components/internal/console/open-application.js';
import { ACCOUNTS } from 'cms-api-components/internal/features/accounts/public-api.js';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import { freePort } from '../../support/free-port.js';
import type { Build } from '../builds/build.js';
import { createProjectOfBench, type ProjectOfBench } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { inTemporaryFolder } from './in-temporary-folder.js';
import { HUB_CLAIMS, HUB_PATH, type Parts, partVariables, startParts } from './outage-parts.js';

const PROCESSES = 2;
const START_MS = 60_000;
const RECORDS = 4;
export const API = '/_api';
/** Users who may create accounts. */
const ADMIN = { username: 'outages', password: 'outages and nothing else' };

/** Processes of `cms serve` with all their dependencies. */
export interface OutageSite {
  /** The first receives writes, all receive reads. */
  readonly origins: readonly string[];
  /** URL of the cache in front. */
  readonly cacheOrigin: string;
  readonly hubUrl: string;
  readonly parts: Parts;
  readonly project: ProjectOfBench;
  /** Paths of public records. */
  readonly records: readonly string[];
  /** Headers of an administrator. */
  readonly headers: Readonly<Record<string, string>>;
  /** Log lines of all processes so far. */
  readonly log: readonly string[];
  /** Milliseconds until a new process responds. */
  startAnother(): Promise<number>;
  stop(): Promise<void>;
}

interface Served {
  readonly origin: string;
  end(): Promise<void>;
}

/**
 * Starts the site.
 * @param dataFolder folder of the project with all of its files and its database. With a bucket, files are stored
 * there instead.
 */
export async function openOutageSite(
  build: Build,
  { dataFolder }: { readonly dataFolder?: string } = {},
): Promise<OutageSite> {
  const [first, ...others] = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  if (first === undefined) throw new Error('there is no process');
  const parts = await startParts(first);
  const env = {
    ...partVariables(parts),
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
  };
  const config = configOf(parts, dataFolder === undefined);
  const project = await inTemporaryFolder(dataFolder, () =>
    createProjectOfBench({ hasHub: true, keepsAnswers: true, env, config, fill }),
  );
  const log: string[] = [];
  const processes: Served[] = [];
  const start = async (port: number): Promise<void> => {
    processes.push(await serve(build, { project, port, log }));
  };
  for (const port of [first, ...others]) await start(port);
  const origins = processes.map(({ origin }) => origin);
  const headers = { authorization: `Bearer ${await signIn(origins[0] ?? '', ADMIN)}` };
  return {
    origins,
    cacheOrigin: `http://127.0.0.1:${parts.cache.port}`,
    hubUrl: `http://127.0.0.1:${parts.hub.port}${HUB_PATH}`,
    parts,
    project,
    records: await createRecords(origins[0] ?? '', headers),
    headers,
    log,
    async startAnother() {
      const started = performance.now();
      await start(await freePort());
      const taken = performance.now() - started;
      await processes.pop()?.end();
      return taken;
    },
    async stop() {
      await Promise.all(processes.map((each) => each.end()));
      await project.remove();
      await parts.stop();
    },
  };
}

async function fill({ app }: Application): Promise<void> {
  await app.get(ACCOUNTS).createAccount({
    ...ADMIN,
    emailAddress: 'outages@example.com',
    role: 'ROLE_SUPER_ADMIN',
    enabled: true,
    overwrite: false,
  });
}

function configOf({ hub, cache, bucket }: Parts, hasBucket: boolean): JsonObject {
  const files = {
    driver: 's3',
    bucket: 'files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${bucket.line.port}`,
    force_path_style: true,
    public_url: `http://127.0.0.1:${bucket.port}/files`,
  };
  return {
    instances: PROCESSES,
    mercure: { jwt: { ...HUB_CLAIMS, aud: `http://127.0.0.1:${hub.port}${HUB_PATH}` } },
    cache_headers: { shared_max_age: 3600 },
    http_cache: { purger: 'varnish-xkey', urls: [`http://127.0.0.1:${cache.line.port}${API}`] },
    routable_security: null,
    // A machine that runs all of it is slow, which is not an error here.
    logs: { slow_statement_ms: 0 },
    ...(hasBucket ? { filesystems: { public: files } } : {}),
  };
}

/**
 * Starts a process.
 * @throws Error with its output when it does not start.
 */
async function serve(
  build: Build,
  { project, port, log }: { readonly project: ProjectOfBench; readonly port: number; readonly log: string[] },
): Promise<Served> {
  const child: ChildProcess = spawn(process.execPath, [build.command, 'serve', '--port', String(port)], {
    cwd: project.root,
    env: project.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr?.on('data', (chunk: Buffer) => log.push(...chunk.toString().split('\n').filter(Boolean)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_MS;
  while ((await statusOf(`${origin}${API}/_/health`)) !== 200) {
    if (performance.now() > deadline || child.exitCode !== null) {
      child.kill('SIGKILL');
      throw new Error(`cms serve did not start:\n${log.slice(-20).join('\n')}`);
    }
    await sleep(20);
  }
  return {
    origin,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

async function createRecords(
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${origin}${API}${path}`, {
      method: 'POST',
      headers: { ...headers, accept: 'application/ld+json', 'content-type': 'application/ld+json' },
      body: JSON.stringify(body),
    });
    const document = (await answer.json()) as JsonObject; // every response of a resource is an object
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(document)}`);
    return String(document['@id']);
  };
  const layout = await create('/_/layouts', { reference: 'outages', uiComponent: 'PrimaryLayout' });
  const records: string[] = [];
  for (let index = 0; index < RECORDS; index += 1) {
    const page = { uiComponent: 'PrimaryPage', isTemplate: false, layout, title: '0' };
    records.push(await create('/_/pages', { ...page, reference: `outages ${index}` }));
  }
  return records;
}
