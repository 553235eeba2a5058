import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { Build, BuildSite, PerBuild } from '../builds/build.js';
import { forBuilds } from '../builds/build.js';
import { mediansOf, runRounds, type Rounds } from '../builds/rounds.js';
import { median, type Row, type Target } from '../report/row.js';
import { runNode, startNode, type ProcessRun } from './run-process.js';

const HEALTH = '/_api/_/health';
/** A shorter interval would take processor time from the measured process. */
const POLL_MILLISECONDS = 20;
const GIVE_UP_MILLISECONDS = 30_000;

/** Runs of each measurement. Processes vary more between runs than requests do. */
const ROUNDS = 7;

/** Measures `import 'cms-api-components'`, as in generated code and configuration files. */
export async function measureImport(builds: PerBuild<Build>): Promise<Row[]> {
  const cwd = process.cwd();
  const load = ({ runtime }: Build): Promise<ProcessRun> =>
    runNode(['--input-type=module', '-e', `await import(${JSON.stringify(pathToFileURL(runtime).href)})`], {
      cwd,
    });
  const target = { kind: 'at-most', value: 600 } as const;
  return timeRows('import of the runtime', await besideNode(builds, load), { cpu: target });
}

/** Measures `cms serve` on a migrated database until its first healthy response, compared to an empty Node process. */
export async function measureServe(sites: PerBuild<BuildSite>): Promise<Row[]> {
  // The first start transpiles the generated code and caches the result.
  const first = await forBuilds(sites, startServer);
  const runs = await besideNode(sites, startServer);
  const target = { kind: 'at-most', value: 1200 } as const;
  return [
    ...timeRows('cms serve until healthy', runs, { clock: target }),
    ...timeRows('cms serve, first start', { rounds: [first], bare: runs.bare }, {}).slice(0, 1),
  ];
}

/** Measures `cms --help`, compared to an empty Node process. */
export async function measureHelp(builds: PerBuild<Build>): Promise<Row[]> {
  const cwd = process.cwd();
  const runs = await besideNode(builds, ({ command }) => runNode([command, '--help'], { cwd }));
  return timeRows('cms --help', runs, { clock: { kind: 'at-most', value: 500 } });
}

interface Runs {
  readonly rounds: Rounds<ProcessRun>;
  /** Runs an empty Node process. */
  readonly bare: readonly ProcessRun[];
}

async function besideNode<Value>(
  values: PerBuild<Value>,
  run: (value: Value) => Promise<ProcessRun>,
): Promise<Runs> {
  const bare: ProcessRun[] = [];
  const rounds = await runRounds(values, {
    rounds: ROUNDS,
    measure: run,
    measureBare: async () => bare.push(await runNothing()),
  });
  return { rounds, bare };
}

/** Resources of an empty Node process. */
export function runNothing(): Promise<ProcessRun> {
  return runNode(['-e', '0'], { cwd: process.cwd() });
}

function timeRows(
  name: string,
  { rounds, bare }: Runs,
  targets: { readonly clock?: Target; readonly cpu?: Target },
): Row[] {
  const row = (label: string, read: (run: ProcessRun) => number, target: Target | undefined): Row => ({
    name: label,
    unit: 'ms',
    ...mediansOf(rounds, read),
    bare: median(bare.map(read)),
    ...(target === undefined ? {} : { target }),
  });
  return [
    row(name, ({ milliseconds }) => milliseconds, targets.clock),
    row(`${name}: processor time`, ({ cpu }) => cpu, targets.cpu),
  ];
}

/** Elapsed time ends at the first healthy response, processor time at the end of the process. */
async function startServer({ build, project: { root, env } }: BuildSite): Promise<ProcessRun> {
  const port = await freePort();
  const server = startNode([build.command, 'serve', '--port', String(port)], { cwd: root, env });
  while (!(await isHealthy(port))) {
    if (performance.now() - server.started > GIVE_UP_MILLISECONDS) server.stop();
    // A server that has ended reports the reason.
    if (!server.isRunning()) await server.ended;
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
  const milliseconds = performance.now() - server.started;
  server.stop();
  return { ...(await server.ended), milliseconds };
}

function isHealthy(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: HEALTH, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once('error', () => resolve(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has a port
  await new Promise((resolve) => server.close(resolve));
  return port;
}
