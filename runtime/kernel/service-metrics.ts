import type { Database, ReplicaState } from './contract/database/database.js';
import type { Metric, Reading } from './contract/features/metrics.js';
import type { Outbox } from './contract/features/outbox.js';
import { requestedJobs } from './jobs/requested-jobs.js';

/** Maximum number of job requests to read, more than ever wait. */
const MOST_REQUESTS = 1000;

export interface MeasuredService {
  readonly database: Database;
  readonly outbox: Pick<Outbox, 'metrics'>;
}

/** Returns the metrics shared by all features: connections, messages and jobs. */
export function serviceMetrics({ database, outbox }: MeasuredService): readonly Metric[] {
  return [
    ...poolMetrics(database),
    ...replicaMetrics(database),
    ...outboxMetrics(outbox),
    jobsMetric(database),
  ];
}

function poolMetrics(database: Database): readonly Metric[] {
  return [
    {
      name: 'pool_connections',
      help: 'Open database connections: pool read for single statements, pool write for transactions.',
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
      help: 'Statements or transactions waiting for a connection.',
      kind: 'gauge',
      labels: ['pool'],
      read: () => database.pools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
    },
    {
      name: 'pool_limit',
      help: 'Maximum number of connections in the pool.',
      kind: 'gauge',
      labels: ['pool'],
      read: () => database.pools().map(({ pool, limit }) => ({ labels: { pool }, value: limit })),
    },
  ];
}

/** Returns the replica metrics, labeled by position in the configuration. */
function replicaMetrics(database: Database): readonly Metric[] {
  const read = (valueOf: (state: ReplicaState) => number | undefined) => (): readonly Reading[] =>
    database.replicas().flatMap((state) => {
      const value = valueOf(state);
      return value === undefined ? [] : [{ labels: { replica: String(state.number) }, value }];
    });
  const labels = ['replica'];
  return [
    {
      name: 'replica_in_use',
      help: 'Whether the read replica is in rotation for anonymous reads: 1 or 0.',
      kind: 'gauge',
      labels,
      read: read(({ isInUse }) => Number(isInUse)),
    },
    {
      name: 'replica_behind_seconds',
      help: 'Upper bound of the read replica lag in seconds.',
      kind: 'gauge',
      labels,
      read: read(({ behindMs }) => behindMs && behindMs / 1000),
    },
    {
      name: 'replica_requests_total',
      help: 'Requests sent to the read replica.',
      kind: 'counter',
      labels,
      read: read(({ chosen }) => chosen),
    },
    {
      name: 'replica_failures_total',
      help: 'Requests that failed on the read replica and were repeated on the primary.',
      kind: 'counter',
      labels,
      read: read(({ failed }) => failed),
    },
  ];
}

/** Returns the outbox metrics. They are collected together, so the first one reads the channels for all. */
function outboxMetrics(outbox: Pick<Outbox, 'metrics'>): readonly Metric[] {
  let requested: ReturnType<Outbox['metrics']> | undefined;
  const channels = (): ReturnType<Outbox['metrics']> =>
    (requested ??= outbox.metrics().finally(() => {
      requested = undefined;
    }));
  const shared = { labels: ['channel'], asksDatabase: true } as const;
  return [
    {
      ...shared,
      name: 'outbox_waiting',
      help: 'Messages of the whole site that are waiting or being delivered.',
      kind: 'gauge',
      read: async () => (await channels()).map(({ channel, pending }) => of(channel, pending)),
    },
    {
      ...shared,
      name: 'outbox_oldest_age_seconds',
      help: 'Age of the oldest waiting message; 0 if there is none.',
      kind: 'gauge',
      read: async () =>
        (await channels()).map(({ channel, oldestAgeMs }) => of(channel, (oldestAgeMs ?? 0) / 1000)),
    },
    {
      ...shared,
      name: 'outbox_dead',
      help: 'Dead letters, listed by `cms outbox --dead`.',
      kind: 'gauge',
      read: async () => (await channels()).map(({ channel, dead }) => of(channel, dead)),
    },
    {
      ...shared,
      name: 'outbox_dropped_total',
      help: 'Messages dropped by this process because of their age or number.',
      kind: 'counter',
      read: async () => (await channels()).map(({ channel, dropped }) => of(channel, dropped)),
    },
  ];
}

const of = (channel: string, value: number) => ({ labels: { channel }, value });

function jobsMetric(database: Database): Metric {
  return {
    name: 'jobs_requested',
    help: 'Requested jobs that have not finished: state waits, runs, or failed (to be retried).',
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
