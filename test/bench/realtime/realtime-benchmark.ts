import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Build } from '../builds/build.js';
import { median, type Row } from '../report/row.js';
import { startChildServer, type ChildServer } from '../servers/child-server.js';
import { createBenchProject, type BenchProject, type BenchProjectOptions } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { openCrowd } from './subscriber-crowd.js';

const ROUNDS = 7;
const WRITES = 150;
const SUBSCRIBERS = 10_000;
/** Until a process has sent what it was told, and is quiet again. */
const REST_MS = 400;

interface Site {
  readonly project: BenchProject;
  readonly server: ChildServer;
  /** Writes another value each time. */
  write(value: string): Promise<void>;
}

/** What publishing adds to a write, and what subscribers of the embedded hub cost. */
export async function measureRealtime(build: Build): Promise<readonly Row[]> {
  const opened: Site[] = [];
  const open = async (options: BenchProjectOptions): Promise<Site> => {
    const site = await openSite(build, options);
    opened.push(site);
    return site;
  };
  try {
    const [told, silent] = [await open({ hasHub: true }), await open({})];
    return [await measurePublishing(told, silent), ...(await measureCrowd(told))];
  } finally {
    for (const { server, project } of opened) {
      await server.stop();
      await project.remove();
    }
  }
}

async function openSite(build: Build, options: BenchProjectOptions): Promise<Site> {
  const project = await createBenchProject(options);
  const logFile = join(project.root, 'app-server.log');
  const server = await startChildServer({ build, module: 'app-server', env: project.env, logFile });
  const origin = `http://127.0.0.1:${server.port}`;
  const headers = { authorization: `Bearer ${await signIn(origin, project.admin)}` };
  const created = await fetch(`${origin}/_api/_/component_groups`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/ld+json' },
    body: JSON.stringify({ reference: 'bench', location: 'first' }),
  });
  const group = String(((await created.json()) as JsonObject)['@id']);
  return {
    project,
    server,
    async write(value) {
      const response = await fetch(origin + group, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ location: value }),
      });
      if (!response.ok) throw new Error(`PATCH answered ${response.status}: ${await response.text()}`);
      await response.body?.cancel();
    },
  };
}

async function measurePublishing(told: Site, silent: Site): Promise<Row> {
  const costs = new Map<Site, number[]>([
    [told, []],
    [silent, []],
  ]);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [site, taken] of costs) {
      const before = await site.server.cpu();
      for (let write = 0; write < WRITES; write += 1) await site.write(`${round}-${write}`);
      await sleep(REST_MS);
      // The first round warms up.
      if (round > 0) taken.push(((await site.server.cpu()) - before) / WRITES);
    }
  }
  const [withHub, without] = [median(costs.get(told) ?? []), median(costs.get(silent) ?? [])];
  return {
    name: 'publishing a change, added processor time',
    unit: 'µs',
    ours: withHub - without,
    target: { kind: 'at-most', value: 1000 },
    details: [`PATCH with a hub ${Math.round(withHub)} µs, without ${Math.round(without)} µs`],
  };
}

async function measureCrowd({ server, write }: Site): Promise<readonly Row[]> {
  const before = await residentMegabytes(server.pid);
  const crowd = await openCrowd(server.port, SUBSCRIBERS);
  try {
    const memory = (await residentMegabytes(server.pid)) - before;
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = crowd.haveAllGot(`crowd-${round}`);
      const started = performance.now();
      await write(`crowd-${round}`);
      await all;
      times.push(performance.now() - started);
    }
    return [
      {
        ...{ name: `${SUBSCRIBERS} subscribers of the embedded hub`, unit: 'MB', ours: memory },
        target: { kind: 'at-most', value: 200 },
      },
      {
        ...{ name: `an update reaches ${SUBSCRIBERS}, write included`, unit: 'ms', ours: median(times) },
        target: { kind: 'at-most', value: 1000 },
      },
    ];
  } finally {
    crowd.close();
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
