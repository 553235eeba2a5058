import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { OwnMariadb } from '../../support/own-mariadb.js';
import type { OwnPostgres } from '../../support/own-postgres.js';
import type { SmallDisk } from '../../support/small-disk.js';
import { type ServerName, takeAllConnections } from './outage-database.js';
import type { Kind } from './outage-load.js';
import type { Part } from './outage-parts.js';
import type { OutageSite } from './outage-site.js';

/** A dependency that fails and recovers. */
export interface Outage {
  readonly name: string;
  /** Requests besides reads and writes that need it. */
  readonly also: readonly Extract<Kind, 'upload' | 'mail'>[];
  take(): Promise<unknown>;
  /** Ends the outage. */
  give(): Promise<unknown>;
  /** Values that have reached their receiver, by record. Undefined if nothing is sent. */
  readonly arrived?: () => Promise<ReadonlyMap<string, number>>;
}

export function databaseOutages(
  name: ServerName,
  server: OwnPostgres | OwnMariadb,
  disk: SmallDisk | undefined,
): readonly Outage[] {
  let taken: ReturnType<typeof takeAllConnections> | undefined;
  return [
    { name: 'database stopped', also: [], take: () => server.stop(), give: () => server.start() },
    {
      name: 'database frozen',
      also: [],
      take: async () => server.freeze(),
      give: async () => server.thaw(),
    },
    {
      name: 'database out of connections',
      also: [],
      take: async () => void (taken = takeAllConnections(name, server.url)),
      give: async () => taken?.letGo(),
    },
    ...(disk === undefined ? [] : [fullDisk('disk of the database full', disk, [])]),
  ];
}

export const fullDisk = (name: string, disk: SmallDisk, also: Outage['also']): Outage => ({
  name,
  also,
  take: () => disk.fill(),
  give: () => disk.makeRoom(),
});

export function partOutages(site: OutageSite, updates: ReadonlyMap<string, number>): readonly Outage[] {
  const { hub, cache, mail, bucket, redis } = site.parts;
  const ofHub = { also: [], arrived: () => Promise.resolve(updates) };
  const ofCache = { also: [], arrived: () => valuesAt(site.cacheOrigin, site.records) };
  return [
    {
      name: 'Redis stopped',
      also: [],
      take: () => redis.stop(),
      give: () => redis.start(),
      arrived: () => valuesAt(site.origins[1] ?? '', site.records),
    },
    { name: 'hub refuses', ...ofHub, ...refusing(hub) },
    { name: 'hub silent', ...ofHub, ...silent(hub) },
    { name: 'purged cache refuses', ...ofCache, ...refusing(cache) },
    { name: 'purged cache silent', ...ofCache, ...silent(cache) },
    { name: 'mail server refuses', also: ['mail'], ...refusing(mail) },
    { name: 'mail server silent', also: ['mail'], ...silent(mail) },
    { name: 'bucket refuses', also: ['upload'], ...refusing(bucket) },
    { name: 'bucket silent', also: ['upload'], ...silent(bucket) },
  ];
}

const refusing = ({ line }: Part): Pick<Outage, 'take' | 'give'> => ({
  take: () => line.cut(),
  give: () => line.restore(),
});

const silent = ({ line }: Part): Pick<Outage, 'take' | 'give'> => ({
  take: async () => line.pause(),
  give: async () => line.resume(),
});

/** Responses to anonymous readers. */
export async function valuesAt(
  origin: string,
  records: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const values = new Map<string, number>();
  for (const record of records) {
    const answer = await fetch(origin + record, { headers: { accept: 'application/ld+json' } });
    const document = (await answer.json().catch(() => ({}))) as JsonObject; // a response is an object, or missing
    values.set(record, Number(document['title'] ?? Number.NaN));
  }
  return values;
}
