import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testDatabaseName } from '../../support/database.js';
import { subscribe } from '../realtime/support.js';
import { type Cluster, type ServingProcess, startCluster } from './cluster.js';
import { createLedger } from './ledger.js';
import { placesIn, read, rearrange, send, type Traffic, write } from './traffic.js';
import { type JudgedUpdates, judgeUpdates } from './updates.js';

/** `.ci/nightly` runs more. */
const ROUNDS = Number(process.env.PROCESS_ROUNDS ?? 10);
const RECORDS = 4;
const READERS = 4;
const WRITES_A_ROUND = 5;
/** Maximum age of a response. */
const FRESH_MS = 1000;
/** In long runs, a process is suspended every so many rounds for longer than its message leases. */
const ROUNDS_OF_LONG = 20;
const LONGER_THAN_LEASES_MS = 16_000;

const SETUPS = {
  sqlite: [],
  postgres: [
    { notified: 'by Redis', count: 3, redis: true },
    ...(ROUNDS > 10 ? [{ notified: 'by notifications', count: 3, redis: false }] : []),
  ],
  mariadb: [{ notified: 'by rows', count: 2, redis: false }],
  mysql: [{ notified: 'by rows', count: 2, redis: false }],
};
const setups = SETUPS[testDatabaseName()];
const title =
  setups.length > 0 ? 'processes' : 'processes (skipped: needs TEST_DATABASE=postgres, mariadb or mysql)';

describe.skipIf(setups.length === 0)(title, () => {
  test.each(setups.length > 0 ? setups : [{ notified: '', count: 0, redis: false }])(
    'notified $notified lose, split and repeat nothing and keep nothing stale, whichever is killed or suspended',
    async ({ count, redis }) => {
      const cluster = await startCluster({ count, redis });
      cluster.proxies.writes.lead(cluster.processes.map(({ port }) => port));
      const traffic = await createTraffic(cluster);
      const updates = await subscribe(cluster.hubUrl);
      onTestFinished(() => updates.close());

      const deeds = { killed: 0, frozen: 0 };
      for (let round = 0; round < ROUNDS; round += 1) deeds[await runRound(cluster, traffic, round)] += 1;

      const { records, ages, wrong } = traffic;
      expect(wrong).toEqual([]);
      const [stored = {}, ...others] = await Promise.all(
        cluster.processes.map(({ port }) => valuesSeen(`http://127.0.0.1:${port}`, records)),
      );
      for (const seen of others) expect(seen).toEqual(stored);
      expect(lostWrites(traffic, stored)).toEqual([]);
      await expect.poll(() => Object.fromEntries(judgeUpdates(updates.events, records).last)).toEqual(stored);
      const evaluated = judgeUpdates(updates.events, records);
      process.stdout.write(`${figures(cluster, { traffic, deeds, evaluated, stored })}\n`);
      expect(evaluated.disordered).toEqual([]);
      const places = await placesIn(cluster.processes[0]?.url ?? '', { ...traffic, ...cluster });
      expect(places.size).toBeGreaterThanOrEqual(traffic.positions.length);
      expect([...places.values()]).toEqual([...places].map((_place, index) => index));
      for (const position of traffic.positions) expect(places.has(position)).toBe(true);
      expect(Math.max(0, ...ages.direct)).toBeLessThan(FRESH_MS);
      expect(Math.max(0, ...ages.cached)).toBeLessThan(FRESH_MS);
      if (cluster.cacheUrl !== undefined)
        expect(await valuesSeen(new URL(cluster.cacheUrl).origin, records)).toEqual(stored);
      expect(await cluster.command('doctor')).toMatchObject({ code: 0 });
      const { stdout } = await cluster.command('outbox', '--dead', '--json');
      expect(JSON.parse(stdout)).toEqual({ deadLetters: [] });
    },
    120_000 * (ROUNDS + 5),
  );
});

async function createTraffic({ proxies, cookie }: Cluster): Promise<Traffic> {
  const create = async (path: string, body: object): Promise<string> => {
    const made = await send(`${proxies.writes.origin}/api${path}`, { method: 'POST', body, cookie });
    if (made.status !== 201) throw new Error(`POST ${path}: ${made.status} ${JSON.stringify(made.body)}`);
    return String(made.body['@id']);
  };
  const layout = await create('/_/layouts', { reference: 'rounds', uiComponent: 'PrimaryLayout' });
  const records: string[] = [];
  for (let index = 0; index < RECORDS; index += 1) {
    const page = { reference: `rounds ${index}`, uiComponent: 'PrimaryPage', isTemplate: false, layout };
    records.push(await create('/_/pages', { ...page, title: '0' }));
  }
  const component = await create('/component/titles', {
    title: 'moved',
    publishedAt: '2020-01-01T00:00:00Z',
  });
  const group = await create('/_/component_groups', { reference: 'rounds', location: 'top' });
  return {
    records,
    group,
    component,
    positions: [],
    ledger: createLedger(),
    ages: { direct: [], cached: [] },
    wrong: [],
  };
}

/** One process writes and the others serve readers while one of them is killed, or suspended and resumed. */
async function runRound(cluster: Cluster, traffic: Traffic, round: number): Promise<'killed' | 'frozen'> {
  const { processes, proxies } = cluster;
  const writer = processes[round % processes.length];
  const victim = processes[Math.floor(Math.random() * processes.length)];
  if (writer === undefined || victim === undefined) throw new Error('there are no processes');
  proxies.writes.lead([writer.port]);
  proxies.reads.lead(processes.filter((each) => each !== writer).map(({ port }) => port));
  let isOver = false;
  const readers = Array.from({ length: READERS }, (_each, index) =>
    read(cluster, traffic, { start: index, isOver: () => isOver }),
  );
  const writers = traffic.records.map((record) => write(cluster, traffic, { record, times: WRITES_A_ROUND }));
  const moving = rearrange(cluster, traffic);
  await sleep(Math.random() * 500);
  const deed = round % 2 === 0 ? 'killed' : 'frozen';
  const isLong = round % ROUNDS_OF_LONG === ROUNDS_OF_LONG - 1;
  const forMs = isLong ? LONGER_THAN_LEASES_MS : 500 + Math.random() * 2500;
  await (deed === 'killed' ? kill(victim) : freeze(victim, forMs));
  await Promise.all([...writers, moving]);
  await sleep(FRESH_MS + 200);
  isOver = true;
  await Promise.all(readers);
  return deed;
}

async function kill(victim: ServingProcess): Promise<void> {
  victim.signal('SIGKILL');
  await victim.start();
}

async function freeze(victim: ServingProcess, forMs: number): Promise<void> {
  victim.signal('SIGSTOP');
  await sleep(forMs);
  victim.signal('SIGCONT');
}

/** Returns the value of each record. */
async function valuesSeen(origin: string, records: readonly string[]): Promise<Record<string, number>> {
  const values: Record<string, number> = {};
  for (const record of records) values[record] = Number((await send(origin + record)).body.title);
  return values;
}

/** Records that show less than was acknowledged. */
const lostWrites = (
  { ledger, records }: Traffic,
  stored: Readonly<Record<string, number>>,
): readonly string[] => records.filter((record) => (stored[record] ?? 0) < ledger.last(record));

interface Run {
  readonly traffic: Traffic;
  readonly deeds: { readonly killed: number; readonly frozen: number };
  readonly evaluated: JudgedUpdates;
  readonly stored: Readonly<Record<string, number>>;
}

/** Returns one line with the results. */
function figures({ parts }: Cluster, { traffic, deeds, evaluated, stored }: Run): string {
  const { ledger, ages } = traffic;
  const reads = ages.direct.length + ages.cached.length;
  return [
    `rounds (${parts}): ${deeds.killed} killed, ${deeds.frozen} frozen`,
    `${ledger.writes} writes, ${reads} reads`,
    `${lostWrites(traffic, stored).length} lost`,
    `${evaluated.count} updates, ${evaluated.repeated} repeated, ${evaluated.disordered.length} out of order`,
    `age of answers ${ageText(ages.direct)}, of Varnish ${ageText(ages.cached)}`,
  ].join('; ');
}

/** Median, 99th percentile and maximum. */
function ageText(ages: readonly number[]): string {
  const sorted = [...ages].sort((left, right) => left - right);
  const at = (share: number): string =>
    String(Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0));
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, worst ${at(1)} ms`;
}
