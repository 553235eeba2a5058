import { join } from 'node:path';
import type { Build } from '../builds/build.js';
import { fillSite } from '../content/fill-site.js';
import { median, type Row } from '../report/row.js';
import { openDriver, type BareDriver } from '../servers/bare-driver.js';
import { startChildServer, type ChildServer } from '../servers/child-server.js';
import { openDatabaseCpu, type DatabaseCpu } from '../servers/database-cpu.js';
import { createBenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { createWriteCases, type WriteCase, type WriteRequest } from './write-cases.js';

const PLAN = { pages: 10_000, textsPerPage: 2, nestedTexts: 500, root: '/site' };
const API_PREFIX = '/_api';

export interface WritesOptions {
  readonly build: Build;
  readonly progress: (text: string) => void;
  /** Part of the title of the writes to measure. Default: all. */
  readonly only?: string;
}

/** Measures writes that affect many records, compared to one update of the same number of rows. */
export async function measureWrites({ build, progress, only = '' }: WritesOptions): Promise<readonly Row[]> {
  const project = await createBenchProject({ fill: ({ app }) => fillSite(app.database, PLAN) });
  const { env, root } = project;
  const url = env.DATABASE_URL ?? '';
  const database = await openDatabaseCpu(url);
  const driver = await openDriver(url);
  const started: ChildServer[] = [];
  try {
    const server = await startChildServer({
      build,
      module: 'app-server',
      env,
      logFile: join(root, 'app.log'),
    });
    started.push(server);
    const origin = `http://127.0.0.1:${server.port}`;
    const token = await signIn(origin, project.admin);
    const send = (request: WriteRequest): Promise<void> => sendWrite(origin + API_PREFIX, token, request);
    const rows: Row[] = [];
    for (const writeCase of createWriteCases({ ...PLAN, ...project, apiPrefix: API_PREFIX })) {
      if (!writeCase.title.includes(only)) continue;
      progress(writeCase.title);
      rows.push(...(await tryCase(writeCase, { server, database, driver, send })));
    }
    return rows;
  } finally {
    for (const server of started) await server.stop();
    await driver.close();
    await database.close();
    await project.remove();
  }
}

async function sendWrite(base: string, token: string, { method, path, body }: WriteRequest): Promise<void> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
  const response = await fetch(base + path, {
    method,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
}

interface Tools {
  readonly server: ChildServer;
  readonly database: DatabaseCpu;
  readonly driver: BareDriver;
  readonly send: (request: WriteRequest) => Promise<void>;
}

interface Cost {
  readonly milliseconds: number;
  /** Processor time of server and database in milliseconds. */
  readonly cpu: number;
}

/** A write that the service cannot complete is a result, and the others are still measured. */
async function tryCase(writeCase: WriteCase, tools: Tools): Promise<readonly Row[]> {
  try {
    return await measureCase(writeCase, tools);
  } catch (error) {
    const { title } = writeCase;
    const reason = error instanceof Error ? error.message : String(error);
    return [{ name: title, unit: 'ms', ours: Infinity, details: [`${title} failed: ${reason}`] }];
  }
}

async function measureCase(writeCase: WriteCase, tools: Tools): Promise<readonly Row[]> {
  const { title, rounds, prepare, request, bare } = writeCase;
  const { server, driver, send } = tools;
  const taken: { readonly ours: Cost; readonly bare: Cost }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (prepare !== undefined) await send(prepare());
    const ours = await measure(tools, () => send(request(round)));
    taken.push({ ours, bare: await measure(tools, () => driver.write(bare(round))) });
  }
  // Recording statements takes longer, so this run is not included in the medians.
  if (prepare !== undefined) await send(prepare());
  const statements = await server.record(() => send(request(rounds)));
  const row = (name: string, read: (cost: Cost) => number): Row => ({
    ...{ name, unit: 'ms' },
    ours: median(taken.map((round) => read(round.ours))),
    bare: median(taken.map((round) => read(round.bare))),
  });
  return [
    row(title, ({ milliseconds }) => milliseconds),
    row(`${title}: processor time`, ({ cpu }) => cpu),
    { name: `${title}: SQL`, unit: 'statements', ours: statements.length },
  ];
}

async function measure({ server, database }: Tools, act: () => Promise<void>): Promise<Cost> {
  const cpu = async (): Promise<number> => (await server.cpu()) + ((await database.read()) ?? 0);
  const before = await cpu();
  const start = performance.now();
  await act();
  const milliseconds = performance.now() - start;
  return { milliseconds, cpu: ((await cpu()) - before) / 1000 };
}
