import { join } from 'node:path';
import type { Build } from '../builds/build.js';
import { fillSite } from '../content/fill-site.js';
import { runLoad } from '../http/request-loop.js';
import { median, type Row } from '../report/row.js';
import { startChildServer, type ChildServer } from '../servers/child-server.js';
import { openDatabaseCpu, type DatabaseCpu } from '../servers/database-cpu.js';
import { createBenchProject, type BenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { createReadCases, type ReadCase } from './read-cases.js';

const PLAN = { pages: 1000, textsPerPage: 20, links: 2 };
const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_MILLISECONDS = 1500;
const WARM_UP_MILLISECONDS = 3000;

export interface ReadsOptions {
  readonly build: Build;
  readonly progress: (text: string) => void;
  /** Options of node for the application's process, to profile it. */
  readonly profile: readonly string[];
  /** Part of the title of the only cases to measure. */
  readonly only?: string;
}

/**
 * Reads of a site of 1,000 pages and 20,000 components that are computed for each request, beside Express reading the same rows by
 * their keys. The service keeps answers as a site's does, so that it hears of writes; no request here is answered from them.
 */
export async function measureReads({
  build,
  profile,
  progress,
  only = '',
}: ReadsOptions): Promise<readonly Row[]> {
  const project = await createBenchProject({
    keepsAnswers: true,
    fill: ({ app }) => fillSite(app.database, PLAN),
  });
  const started: ChildServer[] = [];
  const start = async (module: 'app-server' | 'express-server', nodeOptions: readonly string[] = []) => {
    const logFile = join(project.root, `${module}.log`);
    const server = await startChildServer({ build, module, env: project.env, logFile, nodeOptions });
    started.push(server);
    return server;
  };
  const database = await openDatabaseCpu(project.env.DATABASE_URL ?? '');
  try {
    const app = await start('app-server', profile);
    const express = await start('express-server');
    const rows: Row[] = [];
    for (const readCase of await casesOf(project, app)) {
      if (!readCase.title.includes(only)) continue;
      progress(readCase.title);
      rows.push(...(await measureCase(readCase, { app, express, database })));
    }
    return rows;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
    await database.close();
    await project.remove();
  }
}

async function casesOf(
  { databaseName, tablePrefix, admin }: BenchProject,
  app: ChildServer,
): Promise<readonly ReadCase[]> {
  const token = await signIn(`http://127.0.0.1:${app.port}`, admin);
  return createReadCases({ ...PLAN, databaseName, tablePrefix, apiPrefix: '/_api', token });
}

interface Servers {
  readonly app: ChildServer;
  readonly express: ChildServer;
  readonly database: DatabaseCpu;
}

/** A server and the request that it is sent. */
interface Side {
  readonly server: ChildServer;
  readonly request: (connection: number) => Buffer;
}

interface Speed {
  readonly perSecond: number;
  /** Microseconds of processor time for a request. */
  readonly cpu: number;
  readonly databaseCpu: number | undefined;
}

async function measureCase(readCase: ReadCase, { app, express, database }: Servers): Promise<readonly Row[]> {
  await express.work(readCase.bareWork);
  const ours: Side = { server: app, request: readCase.request };
  const bare: Side = { server: express, request: readCase.bareRequest };
  for (const side of [ours, bare]) await load(side, WARM_UP_MILLISECONDS);
  const taken: { readonly ours: Speed[]; readonly bare: Speed[] } = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.ours.push(await measure(ours, database));
    taken.bare.push(await measure(bare, database));
  }
  return rowsOf(readCase, taken);
}

async function measure(side: Side, database: DatabaseCpu): Promise<Speed> {
  const before = { server: await side.server.cpu(), database: await database.read() };
  const { requests, milliseconds } = await load(side, ROUND_MILLISECONDS);
  const after = { server: await side.server.cpu(), database: await database.read() };
  return {
    perSecond: (requests / milliseconds) * 1000,
    cpu: (after.server - before.server) / requests,
    databaseCpu:
      after.database === undefined || before.database === undefined
        ? undefined
        : (after.database - before.database) / requests,
  };
}

function load({ server: { port }, request }: Side, milliseconds: number) {
  return runLoad({ port, connections: CONNECTIONS, milliseconds, request });
}

function rowsOf(
  { title, share }: ReadCase,
  { ours, bare }: { readonly ours: readonly Speed[]; readonly bare: readonly Speed[] },
): readonly Row[] {
  const row = (name: string, unit: Row['unit'], read: (speed: Speed) => number): Row => ({
    ...{ name, unit },
    ours: median(ours.map(read)),
    bare: median(bare.map(read)),
  });
  const rows: Row[] = [
    {
      ...row(title, 'requests/s', ({ perSecond }) => perSecond),
      target: { kind: 'share-at-least', value: share },
    },
    row(`${title}: processor time of the server`, 'µs', ({ cpu }) => cpu),
  ];
  if (ours.some(({ databaseCpu }) => databaseCpu !== undefined))
    rows.push(row(`${title}: processor time of the database`, 'µs', ({ databaseCpu }) => databaseCpu ?? NaN));
  return rows;
}
