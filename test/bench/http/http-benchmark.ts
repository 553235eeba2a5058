import { forBuilds, type PerBuild } from '../builds/build.js';
import { mediansOf, runRounds, type Rounds } from '../builds/rounds.js';
import { median, type Row } from '../report/row.js';
import type { ChildServer } from '../servers/child-server.js';
import type { BenchProject } from '../site/bench-project.js';
import { runLoad } from './request-loop.js';
import type { Scenario } from './scenario.js';

/** The application of one build, and the request for its site. */
export interface Side {
  readonly server: ChildServer;
  readonly scenario: Scenario;
}

export interface HttpBenchmarkOptions {
  readonly databaseName: BenchProject['databaseName'];
  readonly express: ChildServer;
  readonly plain: ChildServer;
  readonly connections: number;
  readonly rounds: number;
  readonly roundMilliseconds: number;
}

const WARM_UP_REQUESTS = 3000;
const WARM_UP_MILLISECONDS = 10_000;

interface Speed {
  readonly perSecond: number;
  /** Processor time of the server in microseconds. */
  readonly cpu: number;
}

interface Speeds {
  readonly rounds: Rounds<Speed>;
  readonly express: readonly Speed[];
  readonly plain: readonly Speed[];
}

/** Runs one scenario on the applications and the reference servers, alternating, and returns the medians. */
export async function measureScenario(sides: PerBuild<Side>, options: HttpBenchmarkOptions): Promise<Row[]> {
  const [{ scenario }] = sides;
  const statements = await prepare(sides, options);
  const { rounds, express, plain } = await measureSpeeds(sides, options);
  const { title, share, mostStatements } = scenario;
  const perSecond = ({ perSecond: speed }: Speed): number => speed;
  const cpu = ({ cpu: time }: Speed): number => time;
  return [
    {
      name: `${title} / Express and the same SQL`,
      unit: 'requests/s',
      ...mediansOf(rounds, perSecond),
      bare: median(express.map(perSecond)),
      ...(options.databaseName === 'postgres' ? { target: { kind: 'share-at-least', value: share } } : {}),
    },
    {
      name: `${title}: processor time`,
      unit: 'µs',
      ...mediansOf(rounds, cpu),
      bare: median(express.map(cpu)),
    },
    {
      name: `${title} / node:http`,
      unit: 'requests/s',
      ...mediansOf(rounds, perSecond),
      bare: median(plain.map(perSecond)),
    },
    {
      name: `${title}: SQL`,
      unit: 'statements',
      ...mediansOf([statements], (count) => count),
      ...(mostStatements === undefined ? {} : { target: { kind: 'at-most', value: mostStatements } }),
    },
  ];
}

async function measureSpeeds(sides: PerBuild<Side>, options: HttpBenchmarkOptions): Promise<Speeds> {
  const [{ scenario }] = sides;
  const { express, plain } = options;
  const besides: { readonly express: Speed[]; readonly plain: Speed[] } = { express: [], plain: [] };
  await forBuilds(sides, (side) => warmUp(side, options));
  for (const server of [express, plain]) await warmUp({ server, scenario }, options);
  const rounds = await runRounds(sides, {
    rounds: options.rounds,
    measure: (side) => measure(side, options),
    async measureBare() {
      besides.express.push(await measure({ server: express, scenario }, options));
      besides.plain.push(await measure({ server: plain, scenario }, options));
    },
  });
  return { rounds, ...besides };
}

/**
 * Configures the reference servers with the statements and responses of the application, and returns the number of
 * statements of each build.
 */
async function prepare(
  sides: PerBuild<Side>,
  { express, plain }: HttpBenchmarkOptions,
): Promise<PerBuild<number>> {
  return forBuilds(sides, async ({ server, scenario }) => {
    // Lazy initialization in the first request of a kind is excluded.
    const answer = await scenario.sample();
    const statements = await server.record(async () => void (await scenario.sample()));
    if (server === sides[0].server) {
      await plain.repeat(answer);
      await express.work(scenario.bareWork(statements));
    }
    return statements.length;
  });
}

/** Every server handles the same number of requests first, because Node optimizes code that runs often. */
async function warmUp(
  { server: { port }, scenario: { request } }: Side,
  { connections }: HttpBenchmarkOptions,
): Promise<void> {
  const until = performance.now() + WARM_UP_MILLISECONDS;
  let requests = 0;
  while (requests < WARM_UP_REQUESTS && performance.now() < until) {
    requests += (await runLoad({ port, connections, milliseconds: 200, request })).requests;
  }
}

async function measure(
  { server, scenario }: Side,
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
