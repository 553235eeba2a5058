import { join } from 'node:path';
import type { Build } from '../builds/build.js';
import { runLoad } from '../http/request-loop.js';
import { median, type Row, type Target } from '../report/row.js';
import { startChildServer, type ChildServer } from '../servers/child-server.js';
import { openDatabaseCpu, type DatabaseCpu } from '../servers/database-cpu.js';
import { createBenchProject, type BenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import type { RecordedStatement } from '../servers/messages.js';
import { timeListStatements, type ListTimes } from './list-statements.js';
import { createScaleCases, type ScaleCase } from './scale-cases.js';
import { projectOptions, SITE_PAIRS, type ScaleSite, type SitePair } from './scale-sites.js';

const ROUNDS = 9;
const ROUND_MILLISECONDS = 400;
const WARM_UP_MILLISECONDS = 1500;
const GROWTH: Target = { kind: 'times-at-most', value: 1.3 };
const COUNT_GROWTH: Target = { kind: 'times-at-most', value: 2 };

export interface ScaleOptions {
  readonly build: Build;
  readonly progress: (text: string) => void;
  /** Part of the title of the pairs to measure. Default: all. */
  readonly only?: string;
}

/**
 * Reads of a large site compared to the same reads of a small one. Data that is not requested must not cost anything.
 */
export async function measureScale({ build, progress, only = '' }: ScaleOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const pair of SITE_PAIRS) {
    if (!pair.title.includes(only)) continue;
    progress(pair.title);
    rows.push(...(await measurePair(build, pair)));
  }
  return rows;
}

/** The service of one site of a pair. */
interface Served {
  readonly project: BenchProject;
  readonly server: ChildServer;
  readonly database: DatabaseCpu;
  readonly cases: readonly ScaleCase[];
  close(): Promise<void>;
}

async function measurePair(build: Build, pair: SitePair): Promise<readonly Row[]> {
  const opened: Served[] = [];
  const open = async (site: ScaleSite): Promise<Served> => {
    const served = await serve(build, site);
    opened.push(served);
    return served;
  };
  try {
    const small = await open(pair.small);
    const large = await open(pair.large);
    const rows: Row[] = [];
    for (const [index, ofLarge] of large.cases.entries()) {
      const ofSmall = small.cases[index];
      if (ofSmall === undefined) continue;
      const taken = await measureCase({ served: small, ofCase: ofSmall }, { served: large, ofCase: ofLarge });
      rows.push(...taken.map((row) => ({ ...row, name: `${pair.title}: ${row.name}` })));
    }
    return rows;
  } finally {
    for (const served of opened) await served.close();
  }
}

async function serve(build: Build, site: ScaleSite): Promise<Served> {
  const project = await createBenchProject(projectOptions(site));
  const { env, root, admin } = project;
  try {
    const database = await openDatabaseCpu(env.DATABASE_URL ?? '');
    const server = await startChildServer({
      build,
      module: 'app-server',
      env,
      logFile: join(root, 'app.log'),
    });
    const token = await signIn(`http://127.0.0.1:${server.port}`, admin);
    return {
      ...{ project, server, database, cases: createScaleCases(site.plan, token) },
      async close() {
        await server.stop();
        await database.close();
        await project.remove();
      },
    };
  } catch (error) {
    await project.remove();
    throw error;
  }
}

interface Side {
  readonly served: Served;
  readonly ofCase: ScaleCase;
}

interface Cost {
  readonly microseconds: number;
  /** Processor time of server and database together. */
  readonly cpu: number;
}

async function measureCase(small: Side, large: Side): Promise<readonly Row[]> {
  const { title, isList } = large.ofCase;
  for (const side of [small, large]) await load(side, WARM_UP_MILLISECONDS);
  const taken: { readonly small: Cost; readonly large: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.push({ small: await measure(small), large: await measure(large) });
  }
  const row = (name: string, read: (cost: Cost) => number): Row => ({
    ...{ name, unit: 'µs' },
    ours: median(taken.map((round) => read(round.large))),
    bare: median(taken.map((round) => read(round.small))),
  });
  const time = row(title, ({ microseconds }) => microseconds);
  return [
    isList ? time : { ...time, target: GROWTH },
    row(`${title}, processor time`, ({ cpu }) => cpu),
    ...(isList ? listRows(title, await timeList(small), await timeList(large)) : []),
  ];
}

async function measure(side: Side): Promise<Cost> {
  const { server, database } = side.served;
  const cpu = async (): Promise<number> => (await server.cpu()) + ((await database.read()) ?? 0);
  const before = await cpu();
  const { requests, milliseconds } = await load(side, ROUND_MILLISECONDS);
  return { microseconds: (milliseconds * 1000) / requests, cpu: ((await cpu()) - before) / requests };
}

/** Sends one request after the other. */
function load({ served: { server }, ofCase }: Side, milliseconds: number) {
  return runLoad({ port: server.port, connections: 1, milliseconds, request: ofCase.next });
}

async function timeList({ served: { server, project }, ofCase }: Side): Promise<ListTimes> {
  const statementsOf = (path: string): Promise<readonly RecordedStatement[]> =>
    server.record(async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: ofCase.headers });
      await answer.arrayBuffer();
    });
  return timeListStatements({
    url: project.env.DATABASE_URL ?? '',
    list: await statementsOf(ofCase.path),
    count: await statementsOf(ofCase.path.replace(/perPage=\d+/, 'perPage=0')),
    countBare: `select count(*) as total from ${project.tablePrefix}titles`,
  });
}

function listRows(title: string, small: ListTimes, large: ListTimes): readonly Row[] {
  const { count, bareCount } = large;
  const counts: Row = {
    name: `${title}, SQL of the count / count(*)`,
    unit: 'µs',
    ours: count,
    bare: bareCount,
    target: COUNT_GROWTH,
  };
  if (large.page === undefined || small.page === undefined) return [counts];
  const name = `${title}, SQL of the page`;
  return [{ name, unit: 'µs', ours: large.page, bare: small.page, target: GROWTH }, counts];
}
