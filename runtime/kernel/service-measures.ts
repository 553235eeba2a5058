import type { Database, ReplicaState } from './contract/database/database.js';
import type { Measure, Reading } from './contract/features/measures.js';
import type { Outbox } from './contract/features/outbox.js';
import { requestedJobs } from './jobs/requested-jobs.js';

/** Requests of jobs that are looked at; more than ever wait. */
const MOST_REQUESTS = 1000;

export interface MeasuredService {
  readonly database: Database;
  readonly outbox: Pick<Outbox, 'metrics'>;
}

/** The states of the parts that all features share: connections, messages, jobs. */
export function serviceMeasures({ database, outbox }: MeasuredService): readonly Measure[] {
  return [
    ...poolMeasures(database),
    ...replicaMeasures(database),
    ...outboxMeasures(outbox),
    jobsMeasure(database),
  ];
}

function poolMeasures(database: Database): readonly Measure[] {
  return [
    {
      name: 'pool_connections',
      help: 'Open database connections: pool read is for single statements, pool write for transactions.',
      kind: 'gauge',
      labels: ['pool', 'state'],
      read: () =>
        database.pools().flatMap(({ pool, inUse, idle }) => [
          { labels: { pool, state: 'in_use' }, value: inUse },
          { labels: { pool, state: 'idle' }, value: idle },
        ]),
    },
    {
      name: 'pool_waiting',
      help: 'Statements or transactions that wait for a connection.',
      kind: 'gauge',
      labels: ['pool'],
      read: () => database.pools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
    },
    {
      name: 'pool_limit',
      help: 'The most connections that the pool opens.',
      kind: 'gauge',
      labels: ['pool'],
      read: () => database.pools().map(({ pool, limit }) => ({ labels: { pool }, value: limit })),
    },
  ];
}

/** Replicas are numbered as they are configured. */
function replicaMeasures(database: Database): readonly Measure[] {
  const read = (valueOf: (state: ReplicaState) => number | undefined) => (): readonly Reading[] =>
    database.replicas().flatMap((state) => {
      const value = valueOf(state);
      return value === undefined ? [] : [{ labels: { replica: String(state.number) }, value }];
    });
  const labels = ['replica'];
  return [
    {
      name: 'replica_in_use',
      help: 'Whether anonymous reads go to the read replica: 1, or 0 while it is left out.',
      kind: 'gauge',
      labels,
      read: read(({ isInUse }) => Number(isInUse)),
    },
    {
      name: 'replica_behind_seconds',
      help: 'Seconds since the last moment up to which the read replica is known to have everything.',
      kind: 'gauge',
      labels,
      read: read(({ behindMs }) => behindMs && behindMs / 1000),
    },
    {
      name: 'replica_requests_total',
      help: 'Requests that were sent to the read replica.',
      kind: 'counter',
      labels,
      read: read(({ chosen }) => chosen),
    },
    {
      name: 'replica_failures_total',
      help: 'Requests that failed on the read replica and were repeated on the primary database.',
      kind: 'counter',
      labels,
      read: read(({ failed }) => failed),
    },
  ];
}

/** The channels are asked for once, by whichever of them is read first: they are all read together. */
function outboxMeasures(outbox: Pick<Outbox, 'metrics'>): readonly Measure[] {
  let asked: ReturnType<Outbox['metrics']> | undefined;
  const channels = (): ReturnType<Outbox['metrics']> =>
    (asked ??= outbox.metrics().finally(() => {
      asked = undefined;
    }));
  const shared = { labels: ['channel'], asksDatabase: true } as const;
  return [
    {
      ...shared,
      name: 'outbox_waiting',
      help: 'Messages of the whole site that wait to be delivered, or are under way.',
      kind: 'gauge',
      read: async () => (await channels()).map(({ channel, pending }) => of(channel, pending)),
    },
    {
      ...shared,
      name: 'outbox_oldest_age_seconds',
      help: 'Age of the oldest message that waits; 0 where none does.',
      kind: 'gauge',
      read: async () =>
        (await channels()).map(({ channel, oldestAgeMs }) => of(channel, (oldestAgeMs ?? 0) / 1000)),
    },
    {
      ...shared,
      name: 'outbox_dead',
      help: 'Messages that can never be sent and are kept aside for `cms outbox --dead`.',
      kind: 'gauge',
      read: async () => (await channels()).map(({ channel, dead }) => of(channel, dead)),
    },
    {
      ...shared,
      name: 'outbox_dropped_total',
      help: 'Messages that this process dropped because of their age or number.',
      kind: 'counter',
      read: async () => (await channels()).map(({ channel, dropped }) => of(channel, dropped)),
    },
  ];
}

const of = (channel: string, value: number) => ({ labels: { channel }, value });

function jobsMeasure(database: Database): Measure {
  return {
    name: 'jobs_requested',
    help: 'Requested jobs that are not complete: state waits, runs, or failed (and retried).',
    kind: 'gauge',
    labels: ['job', 'state'],
    asksDatabase: true,
    read: async () =>
      (await requestedJobs(database, MOST_REQUESTS)).map(({ job, state, requests }) => ({
        labels: { job, state },
        value: requests,
      })),
  };
}
