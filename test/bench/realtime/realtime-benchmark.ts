import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { Build } from '../builds/build.js';
import { residentMegabytes } from '../report/resident-megabytes.js';
import { median, type Row } from '../report/row.js';
import { startChildServer } from '../servers/child-server.js';
import { createBenchProject, type BenchProject, type BenchProjectOptions } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { type HostedSite, measureHostileCrowd } from './hostile-crowd.js';
import { openCrowd } from './subscriber-crowd.js';

const ROUNDS = 7;
const WRITES = 150;
const SUBSCRIBERS = 10_000;
/** Waits until a process has sent its updates and is idle again. */
const REST_MS = 400;

interface Site extends HostedSite {
  readonly project: BenchProject;
}

/** Additional cost of a write with publishing, and the cost of subscribers of the embedded hub. */
export async function measureRealtime(build: Build, profile: readonly string[]): Promise<readonly Row[]> {
  const opened: Site[] = [];
  const open = async (options: BenchProjectOptions, env: NodeJS.ProcessEnv = {}): Promise<Site> => {
    const site = await openSite(options, { build, profile, env });
    opened.push(site);
    return site;
  };
  try {
    const sending = await open({ hasHub: true });
    const telling = await open({ hasHub: true }, { BENCH_ONLY_ANSWERS: 'yes' });
    return [
      ...(await measurePublishing({ sending, telling, silent: await open({}) })),
      ...(await measureCrowd(sending)),
      ...(await measureHostileCrowd(sending)),
    ];
  } finally {
    for (const { server, project } of opened) {
      await server.stop();
      await project.remove();
    }
  }
}

async function openSite(
  options: BenchProjectOptions,
  {
    build,
    profile,
    env,
  }: { readonly build: Build; readonly profile: readonly string[]; readonly env: NodeJS.ProcessEnv },
): Promise<Site> {
  const project = await createBenchProject(options);
  const logFile = join(project.root, 'app-server.log');
  const server = await startChildServer({
    build,
    module: 'app-server',
    env: { ...project.env, ...env },
    logFile,
    nodeOptions: profile,
  });
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

/** Sites with a hub in the same process, with a hub in another process, and without a hub. */
type Publishing = Readonly<Record<'sending' | 'telling' | 'silent', Site>>;

async function measurePublishing(sites: Publishing): Promise<readonly Row[]> {
  const taken: Record<keyof Publishing, number[]> = { sending: [], telling: [], silent: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const kind of ['sending', 'telling', 'silent'] as const) {
      const { server, write } = sites[kind];
      const before = await server.cpu();
      for (let count = 0; count < WRITES; count += 1) await write(`${round}-${count}`);
      await sleep(REST_MS);
      // The first round warms up.
      if (round > 0) taken[kind].push(((await server.cpu()) - before) / WRITES);
    }
  }
  const costs = {
    sending: median(taken.sending),
    telling: median(taken.telling),
    silent: median(taken.silent),
  };
  return [
    {
      ...{ name: 'publishing: processor time added to a write', unit: 'µs' },
      ours: costs.telling - costs.silent,
      target: { kind: 'at-most', value: 1000 },
      details: [
        `PATCH ${Math.round(costs.silent)} µs without a hub, ${Math.round(costs.telling)} µs with one, ${Math.round(costs.sending)} µs where the process also renders and sends`,
      ],
    },
    { name: 'publishing: rendering and sending', unit: 'µs', ours: costs.sending - costs.telling },
  ];
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
