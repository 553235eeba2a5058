import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { median, type Row } from '../report/row.js';
import type { BenchProject } from '../site/bench-project.js';
import { CMS, runNode, startNode, type ProcessRun } from './run-process.js';

const HEALTH = '/_api/_/health';
/** Asking more often would take processor time from what is asked. */
const POLL_MILLISECONDS = 20;
const GIVE_UP_MILLISECONDS = 30_000;

/** `cms serve` on a migrated database until its first healthy answer, beside node that does nothing. */
export async function measureServe(project: BenchProject, rounds: number): Promise<Row[]> {
  const ours: ProcessRun[] = [];
  const bare: ProcessRun[] = [];
  // The first start transpiles the generated code and keeps the result.
  const first = await startServer(project);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await startServer(project));
    bare.push(await runNode(['-e', '0'], { cwd: project.root }));
  }
  const target = { kind: 'at-most', value: 1500 } as const;
  return [
    { name: 'cms serve until healthy', unit: 'ms', ...clocks(ours, bare), target },
    { name: 'cms serve until healthy: processor time', unit: 'ms', ...processorTimes(ours, bare) },
    { name: 'cms serve, first start', unit: 'ms', ...clocks([first], bare) },
  ];
}

/** `cms --help`, beside node that does nothing. */
export async function measureHelp(rounds: number): Promise<Row[]> {
  const ours: ProcessRun[] = [];
  const bare: ProcessRun[] = [];
  const cwd = process.cwd();
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await runNode([CMS, '--help'], { cwd }));
    bare.push(await runNode(['-e', '0'], { cwd }));
  }
  const target = { kind: 'at-most', value: 500 } as const;
  return [
    { name: 'cms --help', unit: 'ms', ...clocks(ours, bare), target },
    { name: 'cms --help: processor time', unit: 'ms', ...processorTimes(ours, bare) },
  ];
}

type Pair = Pick<Row, 'ours' | 'bare'>;

function clocks(ours: readonly ProcessRun[], bare: readonly ProcessRun[]): Pair {
  const clock = (runs: readonly ProcessRun[]): number => median(runs.map(({ milliseconds }) => milliseconds));
  return { ours: clock(ours), bare: clock(bare) };
}

function processorTimes(ours: readonly ProcessRun[], bare: readonly ProcessRun[]): Pair {
  const time = (runs: readonly ProcessRun[]): number => median(runs.map(({ cpu }) => cpu));
  return { ours: time(ours), bare: time(bare) };
}

/** The clock stops at the first healthy answer, the processor time at the end of the process. */
async function startServer({ root, env }: BenchProject): Promise<ProcessRun> {
  const port = await freePort();
  const server = startNode([CMS, 'serve', '--port', String(port)], { cwd: root, env });
  while (!(await isHealthy(port))) {
    if (performance.now() - server.started > GIVE_UP_MILLISECONDS) server.stop();
    // A server that has ended tells why.
    if (!server.isRunning()) await server.ended;
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
  const milliseconds = performance.now() - server.started;
  server.stop();
  return { milliseconds, cpu: (await server.ended).cpu };
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
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  await new Promise((resolve) => server.close(resolve));
  return port;
}
