import { join } from 'node:path';
import {
  type BuildSite,
  createBuildSite,
  fillSiteOf,
  forBuilds,
  type Build,
  type PerBuild,
} from '../builds/build.js';
import { mediansOf, runRounds, type Rounds } from '../builds/rounds.js';
import { runLoad } from '../http/request-loop.js';
import { median, type Row } from '../report/row.js';
import { startChildServer, type ChildServer } from '../servers/child-server.js';
import { openDatabaseCpu, type DatabaseCpu } from '../servers/database-cpu.js';
import { signIn } from '../site/bench-site.js';
import { createReadCases, type ReadCase } from './read-cases.js';

const PLAN = { pages: 1000, textsPerPage: 20, links: 2 };
const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_MILLISECONDS = 1500;
/** Node optimizes code that runs often, which takes longer on a busy machine. */
const WARM_UP_REQUESTS = 3000;
const WARM_UP_MILLISECONDS = 10_000;

export interface ReadsOptions {
  readonly builds: PerBuild<Build>;
  readonly progress: (text: string) => void;
  /** Options of Node for the process of the application, for profiling. */
  readonly profile: readonly string[];
  /** Part of the title of the cases to measure. Default: all. */
  readonly only?: string;
  /** Whether changes are published to the hub, which has no subscribers. */
  readonly hasHub: boolean;
}

/** The application of a build on a separate site, with its requests. */
interface Served {
  readonly app: ChildServer;
  readonly database: DatabaseCpu;
  readonly cases: readonly ReadCase[];
}

/**
 * Uncached reads of a site with 1,000 pages and 20,000 components, compared to Express reading the same rows by their
 * keys. The response cache is enabled as on a real site, so that it processes changes, but no request here is cached.
 */
export async function measureReads({
  builds,
  profile,
  progress,
  only = '',
  hasHub,
}: ReadsOptions): Promise<readonly Row[]> {
  const ends: (() => Promise<unknown>)[] = [];
  const start = async (
    module: 'app-server' | 'express-server',
    { build, project }: BuildSite,
    nodeOptions: readonly string[] = [],
  ): Promise<ChildServer> => {
    const logFile = join(project.root, `${module}.log`);
    const server = await startChildServer({ build, module, env: project.env, logFile, nodeOptions });
    ends.unshift(() => server.stop());
    return server;
  };
  try {
    const sites = await forBuilds(builds, async (build) => {
      const fill = await fillSiteOf(build);
      const site = await createBuildSite(build, {
        keepsAnswers: true,
        ...(hasHub ? { hasHub } : {}),
        fill: ({ app }) => fill(app.database, PLAN),
      });
      ends.unshift(() => site.project.remove());
      return site;
    });
    const served = await forBuilds(sites, async (site): Promise<Served> => {
      const app = await start('app-server', site, site === sites[0] ? profile : []);
      const database = await openDatabaseCpu(site.project.env.DATABASE_URL ?? '');
      ends.unshift(() => database.close());
      return { app, database, cases: await casesOf(site, app) };
    });
    const express = await start('express-server', sites[0]);
    const rows: Row[] = [];
    for (const [index, { title }] of served[0].cases.entries()) {
      if (!title.includes(only)) continue;
      progress(title);
      rows.push(...(await measureCase(index, served, express)));
    }
    return rows;
  } finally {
    for (const end of ends) await end();
  }
}

async function casesOf({ project }: BuildSite, app: ChildServer): Promise<readonly ReadCase[]> {
  const { databaseName, tablePrefix, admin } = project;
  const token = await signIn(`http://127.0.0.1:${app.port}`, admin);
  return createReadCases({ ...PLAN, databaseName, tablePrefix, apiPrefix: '/_api', token });
}

/** A server and its request. */
interface Side {
  readonly server: ChildServer;
  readonly request: (connection: number) => Buffer;
  readonly database: DatabaseCpu;
}

interface Speed {
  readonly perSecond: number;
  /** Processor time of a request in microseconds. */
  readonly cpu: number;
  readonly databaseCpu: number | undefined;
}

async function measureCase(
  index: number,
  served: PerBuild<Served>,
  express: ChildServer,
): Promise<readonly Row[]> {
  const caseOf = ({ cases }: Served): ReadCase => {
    const found = cases[index];
    if (found === undefined) throw new Error(`There is no case ${index}`);
    return found;
  };
  const readCase = caseOf(served[0]);
  await express.work(readCase.bareWork);
  const { database } = served[0];
  const bare: Side = { server: express, request: readCase.bareRequest, database };
  const sides = await forBuilds(served, async (one): Promise<Side> => ({
    ...{ server: one.app, database: one.database },
    request: caseOf(one).request,
  }));
  for (const side of [...sides, bare]) if (side !== undefined) await warmUp(side);
  const besides: Speed[] = [];
  const rounds = await runRounds(sides, {
    rounds: ROUNDS,
    measure,
    measureBare: async () => void besides.push(await measure(bare)),
  });
  return rowsOf(readCase, rounds, besides);
}

async function warmUp(side: Side): Promise<void> {
  const until = performance.now() + WARM_UP_MILLISECONDS;
  let requests = 0;
  while (requests < WARM_UP_REQUESTS && performance.now() < until)
    requests += (await load(side, 500)).requests;
}

async function measure(side: Side): Promise<Speed> {
  const { server, database } = side;
  const before = { server: await server.cpu(), database: await database.read() };
  const { requests, milliseconds } = await load(side, ROUND_MILLISECONDS);
  const after = { server: await server.cpu(), database: await database.read() };
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

function rowsOf({ title, share }: ReadCase, rounds: Rounds<Speed>, bare: readonly Speed[]): readonly Row[] {
  const row = (name: string, unit: Row['unit'], read: (speed: Speed) => number): Row => ({
    ...{ name, unit },
    ...mediansOf(rounds, read),
    bare: median(bare.map(read)),
  });
  const rows: Row[] = [
    {
      ...row(title, 'requests/s', ({ perSecond }) => perSecond),
      target: { kind: 'share-at-least', value: share },
    },
    row(`${title}: processor time of the server`, 'µs', ({ cpu }) => cpu),
  ];
  if (bare.some(({ databaseCpu }) => databaseCpu !== undefined))
    rows.push(row(`${title}: processor time of the database`, 'µs', ({ databaseCpu }) => databaseCpu ?? NaN));
  return rows;
}
