import { spawn } from 'node:child_process';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { median, type Row } from '../report/row.js';
import type { BenchProject } from '../site/bench-project.js';
import { CMS, runNode } from './run-process.js';

const HEALTH = '/_api/_/health';
const POLL_MILLISECONDS = 5;
const GIVE_UP_MILLISECONDS = 30_000;

/** `cms serve` on a migrated database until its first healthy answer, beside node that does nothing. */
export async function measureServe(project: BenchProject, rounds: number): Promise<Row[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  // The first start transpiles the generated code and keeps the result.
  const first = await startServer(project);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await startServer(project));
    bare.push((await runNode(['-e', '0'], { cwd: project.root })).milliseconds);
  }
  const target = { kind: 'at-most', value: 1500 } as const;
  return [
    { name: 'cms serve until healthy', unit: 'ms', ours: median(ours), bare: median(bare), target },
    { name: 'cms serve, first start', unit: 'ms', ours: first, bare: median(bare) },
  ];
}

/** `cms --help`, beside node that does nothing. */
export async function measureHelp(rounds: number): Promise<Row[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push((await runNode([CMS, '--help'], { cwd: process.cwd() })).milliseconds);
    bare.push((await runNode(['-e', '0'], { cwd: process.cwd() })).milliseconds);
  }
  const target = { kind: 'at-most', value: 500 } as const;
  return [{ name: 'cms --help', unit: 'ms', ours: median(ours), bare: median(bare), target }];
}

async function startServer({ root, env }: BenchProject): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [CMS, 'serve', '--port', String(port)], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    while (!(await isHealthy(port))) {
      const waited = performance.now() - started;
      if (child.exitCode !== null || waited > GIVE_UP_MILLISECONDS)
        throw new Error(`cms serve did not start:\n${printed.slice(-3000)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    }
    return performance.now() - started;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
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
