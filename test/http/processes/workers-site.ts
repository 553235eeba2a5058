import { type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { type CommandResult, resultOf, runCms, startCms } from '../../console/run-cms.js';
import { anInstalledProject } from '../../console/running-site.js';
import { createTestDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  /** The id with which its log line is found. */
  readonly requestId: string;
  readonly cookies: string;
}

export interface Requested {
  readonly method?: string;
  readonly body?: object;
  readonly cookie?: string;
}

export type Line = JsonObject & { readonly msg?: string; readonly worker?: number };

/** A project that `cms serve --workers` serves. */
export interface WorkersSite {
  readonly origin: string;
  readonly metricsUrl: string;
  /** Sends a request over a new connection, which the primary process assigns to the next worker. */
  ask(path: string, requested?: Requested): Promise<Answer>;
  /** Sends the head of a request and half of its body; the returned function sends the rest. */
  begin(path: string, requested: Requested): Promise<{ readonly finish: () => Promise<Answer> }>;
  /** Returns the lines of the log so far. */
  lines(): readonly Line[];
  /** Returns the process ids of the workers. */
  pids(): Promise<readonly number[]>;
  readonly primary: ChildProcess;
  readonly ended: Promise<CommandResult>;
  /** Kills the remaining processes. */
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { PATCH: 'application/merge-patch+json' };

export interface MigratedProject {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Deletes it and its database. */
  drop(): Promise<void>;
}

/** Creates a migrated project with an administrator, on the database that `TEST_DATABASE` selects. */
export async function aMigratedProject(): Promise<MigratedProject> {
  const database = await createTestDatabase();
  const cwd = await anInstalledProject('generated', await mkdtemp(join(tmpdir(), 'cms-workers-')));
  const file = join(cwd, 'cms.config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as JsonObject;
  await writeFile(file, JSON.stringify({ ...config, routable_security: null }));
  const env = { DATABASE_URL: database.url, MAILER_DSN: 'null:' };
  const account = 'user:create admin admin@example.com admin --super-admin';
  for (const step of ['migrate:run', 'doctor --repair', account]) {
    const { code, stdout, stderr } = await runCms(step.split(' '), { cwd, env });
    if (code !== 0) throw new Error(`cms ${step} failed:\n${stdout}${stderr}`);
  }
  return {
    cwd,
    env,
    async drop() {
      await database.drop();
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

/** Starts it, and waits until all workers serve. */
export async function startWorkers({ cwd, env }: MigratedProject, count: number): Promise<WorkersSite> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const args = ['serve', '--workers', String(count), '--port', String(port)];
  const primary = startCms(args, { cwd, env: { ...env, METRICS_PORT: String(metricsPort) } });
  let output = '';
  primary.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = resultOf(primary);
  await new Promise<void>((resolve, reject) => {
    primary.stderr?.on('data', () => {
      if (output.includes(`with ${count} workers`)) resolve();
    });
    void ended.then(() => reject(new Error(`It did not start:\n${output}`)));
  });

  function open(path: string, { method = 'GET', body, cookie }: Requested, requestId: string): ClientRequest {
    return openRequest({
      ...{ host: '127.0.0.1', port, path, method, agent: false },
      headers: {
        accept: 'application/ld+json',
        'x-request-id': requestId,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': TYPES[method] ?? 'application/json' }),
      },
    });
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    ask(path, requested = {}) {
      const requestId = randomUUID();
      const sent = open(path, requested, requestId);
      const answer = answerOf(sent, requestId);
      sent.end(requested.body === undefined ? undefined : JSON.stringify(requested.body));
      return answer;
    },
    async begin(path, requested) {
      const requestId = randomUUID();
      const sent = open(path, requested, requestId);
      const answer = answerOf(sent, requestId);
      const text = JSON.stringify(requested.body);
      await new Promise((resolve) => sent.write(text.slice(0, 5), resolve));
      return {
        finish() {
          sent.end(text.slice(5));
          return answer;
        },
      };
    },
    lines: () =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line),
    pids: () => childrenOf(primary.pid ?? 0),
    primary,
    ended,
    async close() {
      primary.kill('SIGKILL');
      await ended;
    },
  };
}

async function answerOf(sent: ClientRequest, requestId: string): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  const text = (await response.setEncoding('utf8').toArray()).join('');
  return {
    status: response.statusCode ?? 0,
    body: text.startsWith('{') ? (JSON.parse(text) as JsonObject) : {},
    requestId,
    cookies: (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; '),
  };
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').map(Number);
}
