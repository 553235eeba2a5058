import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNTS } from 'cms-api-components/internal/features/accounts/public-api.js';
import type { Application } from 'cms-api-components/internal/console/open-application.js';
import type { Build } from '../builds/build.js';
import { startChildServer } from '../servers/child-server.js';
import { createBenchProject } from '../site/bench-project.js';
import { BENCH_SCAFFOLD } from '../site/bench-scaffold.js';
import { startSoakLoad } from './soak-load.js';
import { openSampler, type Sample } from './soak-sample.js';
import { lowsOf, trendOf } from './trend.js';

const MINUTE_MS = 60_000;
/** Warm-up, in which the response cache, prepared statements and retained rows reach their final size. */
const WARM_UP = 1 / 3;
/** Retention runs every five minutes, so the result for tables is the minimum within six minutes. */
const CLEANING_MINUTES = 6;

/**
 * Short retention periods in seconds, so that many of them fit into a run, and a small response cache, which is full
 * early.
 */
const CONFIG = {
  refresh_token: { cookie_name: 'api_component', ttl: 120 },
  jwt: { token_ttl: 60 },
  http_cache: { response_cache: { max_bytes: 8 * 1024 * 1024 } },
};

const VISITOR = { username: 'visitor', password: 'a visitor and nothing else' };

export interface SoakOptions {
  readonly build: Build;
  readonly minutes: number;
  readonly print: (line: string) => void;
}

/**
 * A site that is in use for hours, in one process: cached and uncached reads, writes, sessions, forms, uploads,
 * subscribers. Prints the memory and stored data of the process every minute, and the trends at the end. Returns
 * whether all of them are flat and every request got a response.
 */
export async function runSoak({ build, minutes, print }: SoakOptions): Promise<boolean> {
  const project = await createBenchProject({ hasHub: true, keepsAnswers: true, config: CONFIG, fill });
  const logFile = join(project.root, 'soak.log');
  const server = await startChildServer({
    ...{ build, module: 'app-server', env: project.env, logFile },
    nodeOptions: ['--expose-gc'],
  });
  const sampler = await openSampler(server, {
    url: project.env.DATABASE_URL ?? '',
    folders: {
      uploads: join(project.root, 'var/uploads'),
      'form-files': join(project.root, 'var/form-files'),
    },
  });
  const samples: Sample[] = [];
  try {
    print(`soak: ${minutes} minutes on ${project.databaseName}, Node ${process.version}, log ${logFile}`);
    const load = await startSoakLoad(server.port, { admin: project.admin, visitor: VISITOR });
    for (let minute = 1; minute <= minutes; minute += 1) {
      await sleep(MINUTE_MS);
      const sample = await sampler.take();
      samples.push(sample);
      print(describeMinute(minute, sample, load.failures.length));
    }
    await load.stop();
    print(`requests: ${[...load.counts].map(([kind, count]) => `${kind} ${count}`).join(', ')}`);
    for (const failure of load.failures.slice(0, 20)) print(`failed: ${failure}`);
    const isFlat = printTrends(samples, print);
    return isFlat && load.failures.length === 0;
  } finally {
    await sampler.close();
    await server.stop();
    await project.remove();
  }
}

async function fill(application: Application): Promise<void> {
  await application.loadScaffold(BENCH_SCAFFOLD);
  await application.app.get(ACCOUNTS).createAccount({
    ...VISITOR,
    emailAddress: 'visitor@example.com',
    role: 'ROLE_USER',
    enabled: true,
    overwrite: false,
  });
}

function describeMinute(minute: number, sample: Sample, failures: number): string {
  const rows = Object.entries(sample).filter(([name]) => name.startsWith('rows of '));
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  const shown = Object.entries(sample)
    .filter(([name]) => !name.startsWith('rows of '))
    .map(([name, value]) => `${name} ${format(value)}`);
  return `minute ${minute}: ${[...shown, `rows ${all}`, `failed ${failures}`].join(', ')}`;
}

function printTrends(samples: readonly Sample[], print: SoakOptions['print']): boolean {
  const steady = samples.slice(Math.floor(samples.length * WARM_UP));
  print(`over the last ${steady.length} minutes: first, last, highest, growth in an hour`);
  let isFlat = true;
  for (const name of Object.keys(steady.at(-1) ?? {})) {
    const values = steady.map((sample) => sample[name] ?? 0);
    const evaluated = name.startsWith('rows of ') ? lowsOf(values, CLEANING_MINUTES) : values;
    const trend = trendOf(evaluated, slackOf(name));
    isFlat &&= trend.isFlat;
    const { first, last, highest, growthPerHour } = trend;
    const numbers = [first, last, highest].map(format).join(', ');
    print(`${trend.isFlat ? 'flat ' : 'GROWS'} ${name}: ${numbers}, ${growthPerHour.toFixed(2)} an hour`);
  }
  print(isFlat ? 'flat: nothing grows' : 'something grows');
  return isFlat;
}

const format = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** Variation between minutes: the heap, running work, and rows that retention has not reached yet. */
function slackOf(name: string): number {
  if (name.endsWith(' MB')) return 8;
  return name === 'descriptors' ? 10 : 200;
}
