import { median, type Row } from '../report/row.js';
import type { ChildServer } from '../servers/child-server.js';
import type { BenchSite } from '../site/bench-site.js';
import { runLoad } from './request-loop.js';
import type { Scenario } from './scenario.js';

export interface HttpServers {
  readonly app: ChildServer;
  readonly express: ChildServer;
  readonly plain: ChildServer;
}

export interface HttpBenchmarkOptions {
  readonly servers: HttpServers;
  readonly site: BenchSite;
  readonly connections: number;
  readonly rounds: number;
  readonly roundMilliseconds: number;
}

const WARM_UP_REQUESTS = 3000;
const WARM_UP_MILLISECONDS = 10_000;

interface Speed {
  readonly perSecond: number;
  /** Microseconds of processor time of the server. */
  readonly cpu: number;
}

/** Runs one scenario on the application and on the servers beside it, in turn, and answers the medians. */
export async function measureScenario(scenario: Scenario, options: HttpBenchmarkOptions): Promise<Row[]> {
  const { servers, site } = options;
  const statements = await prepare(scenario, options);
  for (const server of Object.values(servers)) await warmUp(server, scenario, options);
  const speeds: Record<keyof HttpServers, Speed[]> = { app: [], express: [], plain: [] };
  for (let round = 0; round < options.rounds; round += 1) {
    speeds.app.push(await measure(servers.app, scenario, options));
    speeds.express.push(await measure(servers.express, scenario, options));
    speeds.plain.push(await measure(servers.plain, scenario, options));
  }
  const perSecond = (name: keyof HttpServers): number => median(speeds[name].map((speed) => speed.perSecond));
  const cpu = (name: keyof HttpServers): number => median(speeds[name].map((speed) => speed.cpu));
  const { title, share, mostStatements } = scenario;
  const isTarget = site.databaseName === 'postgres';
  return [
    {
      name: `${title} / Express and the same SQL`,
      unit: 'requests/s',
      ours: perSecond('app'),
      bare: perSecond('express'),
      ...(isTarget ? { target: { kind: 'share-at-least', value: share } } : {}),
    },
    { name: `${title}: processor time`, unit: 'µs', ours: cpu('app'), bare: cpu('express') },
    { name: `${title} / node:http`, unit: 'requests/s', ours: perSecond('app'), bare: perSecond('plain') },
    {
      name: `${title}: SQL`,
      unit: 'statements',
      ours: statements,
      ...(mostStatements === undefined ? {} : { target: { kind: 'at-most', value: mostStatements } }),
    },
  ];
}

/** Tells the bare servers what the application does and answers; answers its number of statements. */
async function prepare(scenario: Scenario, { servers }: HttpBenchmarkOptions): Promise<number> {
  // What is built on the first request of a kind is not part of a request.
  await scenario.sample();
  const statements = await servers.app.record(async () => {
    await servers.plain.repeat(await scenario.sample());
  });
  await servers.express.work(scenario.bareWork(statements));
  return statements.length;
}

/** Every server answers the same number of requests first: node optimises what has run often. */
async function warmUp(
  { port }: ChildServer,
  { request }: Scenario,
  { connections }: HttpBenchmarkOptions,
): Promise<void> {
  const until = performance.now() + WARM_UP_MILLISECONDS;
  let requests = 0;
  while (requests < WARM_UP_REQUESTS && performance.now() < until) {
    requests += (await runLoad({ port, connections, milliseconds: 200, request })).requests;
  }
}

async function measure(
  server: ChildServer,
  scenario: Scenario,
  { connections, roundMilliseconds }: HttpBenchmarkOptions,
): Promise<Speed> {
  const before = await server.cpu();
  const { requests, milliseconds } = await runLoad({
    port: server.port,
    connections,
    milliseconds: roundMilliseconds,
    request: scenario.request,
  });
  const after = await server.cpu();
  return { perSecond: (requests / milliseconds) * 1000, cpu: (after - before) / requests };
}
