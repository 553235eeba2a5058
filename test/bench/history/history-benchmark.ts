import { join } from 'node:path';
import { openApplication } from 'cms-api-components/internal/console/open-application.js';
import { openProject } from 'cms-api-components/internal/console/open-project.js';
import { createHistoryRetention } from 'cms-api-components/internal/features/history/history-retention.js';
import { UPLOADS } from 'cms-api-components/internal/features/uploads/public-api.js';
import { createCleaning } from 'cms-api-components/internal/kernel/retention/cleaning.js';
import { SILENT_LOGGER } from 'cms-api-components/internal/kernel/ports/logger.js';
import { SYSTEM_CLOCK } from 'cms-api-components/internal/kernel/ports/clock.js';
import type { Database } from 'cms-api-components/internal/kernel/contract/database/database.js';
import type { Build } from '../builds/build.js';
import { idOf } from '../content/content-ids.js';
import { fillSite } from '../content/fill-site.js';
import { median, type Row } from '../report/row.js';
import { type ChildServer, startChildServer } from '../servers/child-server.js';
import { openDatabaseCpu } from '../servers/database-cpu.js';
import { type BenchProject, createBenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { ageHalf, fillHistory } from './revision-rows.js';

const PLAN = { pages: 50, textsPerPage: 20 };
const TEXTS = PLAN.pages * PLAN.textsPerPage;
const REVISIONS = 1_000_000;
const READS = 100;
const ROUNDS = 9;
const WRITES_PER_ROUND = 100;
const PRUNING_MS = 15_000;

export interface HistoryOptions {
  readonly build: Build;
  readonly progress: (text: string) => void;
}

/** Cost of the history for writes, and of reading and pruning a large one (ADR 95). */
export async function measureHistory({ build, progress }: HistoryOptions): Promise<readonly Row[]> {
  progress('writes with history and without');
  const writes = await measureWrites(build);
  progress(`a history of ${REVISIONS.toLocaleString('en')} revisions`);
  return [...writes, ...(await measureLargeHistory(build))];
}

/** A server of a project, and requests to it by an administrator. */
interface Site {
  readonly server: ChildServer;
  readonly project: BenchProject;
  get(path: string): Promise<string>;
  /** Changes the title of a text. */
  write(number: number): Promise<void>;
  /** Processor time of server and database so far, in milliseconds. */
  cpu(): Promise<number>;
  close(): Promise<void>;
}

async function openSite(build: Build, project: BenchProject): Promise<Site> {
  const { env, root, admin } = project;
  const logFile = join(root, 'app.log');
  const server = await startChildServer({ build, module: 'app-server', env, logFile });
  const origin = `http://127.0.0.1:${server.port}`;
  const authorization = `Bearer ${await signIn(origin, admin)}`;
  const database = await openDatabaseCpu(env.DATABASE_URL ?? '');
  const send = async (path: string, init?: RequestInit): Promise<string> => {
    const response = await fetch(`${origin}/_api${path}`, {
      ...init,
      headers: { authorization, ...init?.headers },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return text;
  };
  return {
    server,
    project,
    get: (path) => send(path),
    write: async (number) =>
      void (await send(`/component/titles/${idOf('text', (number % TEXTS) + 1)}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ title: `Title ${number}` }),
      })),
    cpu: async () => ((await server.cpu()) + ((await database.read()) ?? 0)) / 1000,
    async close() {
      await server.stop();
      await database.close();
      await project.remove();
    },
  };
}

/** Runs the same writes with and without a history, alternating. */
async function measureWrites(build: Build): Promise<readonly Row[]> {
  const fill = {
    fill: ({ app }: { readonly app: { readonly database: Database } }) => fillSite(app.database, PLAN),
  };
  const recording = await openSite(build, await createBenchProject(fill));
  const silent = await openSite(
    build,
    await createBenchProject({ ...fill, config: { history: { keep: { days: 0 } } } }),
  );
  try {
    const taken: { readonly ours: Cost; readonly bare: Cost }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const costs = { ours: await costOfWrites(recording, round), bare: await costOfWrites(silent, round) };
      // The first round warms up both.
      if (round > 0) taken.push(costs);
    }
    const row = (name: string, read: (cost: Cost) => number): Row => ({
      ...{ name, unit: 'ms' },
      ours: median(taken.map(({ ours }) => read(ours))),
      bare: median(taken.map(({ bare }) => read(bare))),
    });
    return [
      row('PATCH with history, beside without', ({ milliseconds }) => milliseconds),
      {
        ...row('PATCH with history: processor time', ({ cpu }) => cpu),
        target: { kind: 'times-at-most', value: 1.1 },
      },
    ];
  } finally {
    await recording.close();
    await silent.close();
  }
}

/** Per write. */
interface Cost {
  readonly milliseconds: number;
  readonly cpu: number;
}

async function costOfWrites(site: Site, round: number): Promise<Cost> {
  const [cpu, start] = [await site.cpu(), performance.now()];
  for (let number = 0; number < WRITES_PER_ROUND; number += 1)
    await site.write(round * WRITES_PER_ROUND + number);
  return {
    milliseconds: (performance.now() - start) / WRITES_PER_ROUND,
    cpu: ((await site.cpu()) - cpu) / WRITES_PER_ROUND,
  };
}

async function measureLargeHistory(build: Build): Promise<readonly Row[]> {
  const project = await createBenchProject({
    config: { history: { keep: { per_record: 0 } } },
    async fill({ app: { database } }) {
      await fillSite(database, PLAN);
      await fillHistory(database, { revisions: REVISIONS, texts: TEXTS });
    },
  });
  const site = await openSite(build, project);
  try {
    return [...(await measureLists(site)), ...(await measurePruning(site))];
  } finally {
    await site.close();
  }
}

async function measureLists(site: Site): Promise<readonly Row[]> {
  const lists = [
    ['revisions of a record', (read: number) => `/component/titles/${idOf('text', read + 1)}/revisions`, 5],
    [
      'one revision of a record',
      (read: number) => `/component/titles/${idOf('text', read + 2)}/revisions/${read + 1}`,
      5,
    ],
    ['revisions of the site', () => '/_/revisions', undefined],
    ['revisions of the site, by type', () => '/_/revisions?type=Title', undefined],
  ] as const;
  const rows: Row[] = [];
  for (const [name, path, value] of lists) {
    const taken: number[] = [];
    for (let read = 0; read < READS; read += 1) {
      const start = performance.now();
      await site.get(path(read));
      taken.push(performance.now() - start);
    }
    const target = value === undefined ? {} : { target: { kind: 'at-most', value } as const };
    rows.push({ name: `a million revisions: ${name}`, unit: 'ms', ours: median(taken), ...target });
  }
  return rows;
}

/** Runs the retention job during writes. */
async function measurePruning(site: Site): Promise<readonly Row[]> {
  const { root, env } = site.project;
  const overrides = { DATABASE_URL: env.DATABASE_URL ?? '', CMS_DATA_DIR: env.CMS_DATA_DIR ?? '' };
  const application = await openApplication(await openProject({ root, overrides }));
  const { database } = application.app;
  try {
    await ageHalf(database, REVISIONS);
    const alone = await waitsOfWriters(site, () => new Promise((resolve) => setTimeout(resolve, 2000)));
    const { job } = createCleaning({
      ...{ database, clock: SYSTEM_CLOCK, log: SILENT_LOGGER },
      retention: [
        createHistoryRetention({
          database,
          keep: { days: 365, perRecord: 0 },
          files: () => application.app.get(UPLOADS).files,
        }),
      ],
    });
    const before = await countRevisions(database);
    const beside = await waitsOfWriters(site, () =>
      job.run(AbortSignal.timeout(PRUNING_MS)).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
      }),
    );
    const removed = before + beside.length - (await countRevisions(database));
    return [
      {
        name: 'a million revisions: removing a thousand',
        unit: 'ms',
        ours: (1000 * PRUNING_MS) / removed,
      },
      { name: 'PATCH while they are removed', unit: 'ms', ours: median(beside), bare: median(alone) },
      { name: 'the longest of them', unit: 'ms', ours: Math.max(...beside), bare: Math.max(...alone) },
    ];
  } finally {
    await application.close();
  }
}

async function countRevisions(database: Database): Promise<number> {
  const row = await database.first<{ amount: unknown }>(
    `select count(*) as amount from ${database.table('revision')}`,
    {},
  );
  return Number(row?.amount);
}

/** Milliseconds of each sequential write during other work. */
async function waitsOfWriters(site: Site, act: () => Promise<unknown>): Promise<readonly number[]> {
  let isDone = false;
  const done = act().finally(() => (isDone = true));
  const waits: number[] = [];
  while (!isDone) {
    const start = performance.now();
    await site.write(waits.length);
    waits.push(performance.now() - start);
  }
  await done;
  return waits;
}
