import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.js';
import type { Build } from '../builds/build.js';
import { inTemporaryFolder } from './in-temporary-folder.js';
import { startServer } from './outage-database.js';
import { type Requested, type OutageLoad, startOutageLoad } from './outage-load.js';
import { describeRun, HEADING, isWell, type OutageRun } from './outage-report.js';
import { openOutageSite, type OutageSite } from './outage-site.js';
import { databaseOutages, fullDisk, type Outage, partOutages, valuesAt } from './outages.js';
import { followUpdates } from './update-follower.js';

export const OUTAGE_DATABASES = ['sqlite', 'postgres', 'mariadb'] as const;
export type OutageDatabase = (typeof OUTAGE_DATABASES)[number];

/** Time before an outage, and after complete recovery. */
const CALM_MS = 2000;
/** Timeout of the recovery. */
const PATIENCE_MS = 120_000;
/** Size of a new database and project, in megabytes. */
const DISK = { sqlite: 64, postgres: 320, mariadb: 420 };

export interface OutagesOptions {
  readonly build: Build;
  readonly databases: readonly OutageDatabase[];
  /** Duration of each outage. */
  readonly seconds: number;
  /** Part of a name. */
  readonly only: string;
  readonly print: (line: string) => void;
}

/**
 * Removes each dependency of a site with two processes in turn, during reads and writes, and restores it. Prints the
 * responses to visitors and the time until recovery. Returns whether nothing acknowledged was lost, no request hung
 * and none reported an internal error.
 */
export async function runOutages(options: OutagesOptions): Promise<boolean> {
  const runs: OutageRun[] = [];
  options.print(HEADING);
  for (const database of options.databases) {
    const disk = await mountSmallDisk(DISK[database]);
    if (disk === undefined) options.print(`${database}: no full disk, because this user may mount none`);
    try {
      runs.push(
        ...(await (database === 'sqlite' ? onFile(options, disk) : onServer(database, options, disk))),
      );
    } finally {
      await disk?.remove();
    }
  }
  return runs.every(isWell);
}

async function onFile(options: OutagesOptions, disk: SmallDisk | undefined): Promise<readonly OutageRun[]> {
  if (disk === undefined) return [];
  process.env.TEST_DATABASE = 'sqlite';
  const site = await openOutageSite(options.build, { dataFolder: disk.folder });
  try {
    return await runAll('sqlite', options, {
      site,
      outages: [fullDisk('disk of all full', disk, ['upload'])],
    });
  } finally {
    await site.stop();
  }
}

async function onServer(
  database: 'postgres' | 'mariadb',
  options: OutagesOptions,
  disk: SmallDisk | undefined,
): Promise<readonly OutageRun[]> {
  const server = await inTemporaryFolder(disk?.folder, () => startServer(database));
  process.env.TEST_DATABASE = database;
  process.env[database === 'postgres' ? 'TEST_POSTGRES_URL' : 'TEST_MARIADB_URL'] = server.url;
  try {
    const site = await openOutageSite(options.build);
    const updates = await followUpdates(site);
    try {
      const outages = [...partOutages(site, updates.values), ...databaseOutages(database, server, disk)];
      return await runAll(database, options, { site, outages });
    } finally {
      updates.close();
      await site.stop();
    }
  } finally {
    await server.remove();
  }
}

async function runAll(
  database: OutageDatabase,
  { seconds, only, print }: OutagesOptions,
  { site, outages }: { readonly site: OutageSite; readonly outages: readonly Outage[] },
): Promise<readonly OutageRun[]> {
  const runs: OutageRun[] = [];
  for (const outage of outages.filter(({ name }) => name.includes(only))) {
    const run = await runOutage(database, outage, { site, seconds });
    runs.push(run);
    print(describeRun(run));
  }
  return runs;
}

async function runOutage(
  database: OutageDatabase,
  outage: Outage,
  { site, seconds }: { readonly site: OutageSite; readonly seconds: number },
): Promise<OutageRun> {
  const load = startOutageLoad(site, outage.also);
  await sleep(CALM_MS);
  const lines = site.log.length;
  const takenAt = performance.now();
  await outage.take();
  await sleep(seconds * 1000);
  const sent = new Map(load.acknowledged);
  await outage.give();
  const backAt = performance.now();
  const answeredAt = await untilAnswered(load, ['read', 'write', 'health', ...outage.also], backAt);
  const arrivedAt = outage.arrived && (await untilArrived(outage.arrived, sent));
  await sleep(CALM_MS);
  await load.stop();
  const { requested, stale } = load;
  return {
    ...{ database, name: outage.name, requested, takenAt, backAt, answeredAt, arrivedAt },
    stale: stale.length,
    lost: await lostWrites(site, load),
    logLines: site.log.slice(lines),
  };
}

const isRight = ({ status }: Requested): boolean => status >= 200 && status < 300;

/** Time at which each kind of request succeeds again, if it was sent after `backAt`. */
async function untilAnswered(load: OutageLoad, kinds: readonly string[], backAt: number): Promise<number> {
  const deadline = backAt + PATIENCE_MS;
  for (;;) {
    const first = kinds.map((kind) =>
      load.requested.find((each) => each.kind === kind && each.from >= backAt && isRight(each)),
    );
    if (first.every((each) => each !== undefined)) return Math.max(...first.map((each) => each?.until ?? 0));
    if (performance.now() > deadline) return Infinity;
    await sleep(20);
  }
}

async function untilArrived(
  arrived: NonNullable<Outage['arrived']>,
  sent: ReadonlyMap<string, number>,
): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const values = await arrived();
    if ([...sent].every(([record, value]) => (values.get(record) ?? 0) >= value)) return performance.now();
    if (performance.now() > deadline) return Infinity;
    await sleep(20);
  }
}

/** Records without acknowledged data, or with data that nobody wrote. */
async function lostWrites({ origins, records }: OutageSite, load: OutageLoad): Promise<number> {
  let lost = 0;
  for (const origin of origins) {
    const values = await valuesAt(origin, records);
    for (const record of records) {
      const value = values.get(record) ?? Number.NaN;
      if (!(value >= (load.acknowledged.get(record) ?? 0) && value <= (load.tried.get(record) ?? 0)))
        lost += 1;
    }
  }
  return lost;
}
